package markup

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	pb "uvboard/gen/uvboard/v1"
)

// Arranged are replies one level deep, as components/reply/arrange.ts arranges them: those to the thread or the story,
// each with all replies below it.
type Arranged[P any] []*reply[P]

type reply[P any] struct {
	post     P
	quoted   string // the id of the reply that it answers, if its place does not show that
	isOrphan bool   // it answers a reply that is not on the page
	answers  []*reply[P]
}

// Arrange arranges replies, oldest first, by their ids and those of the replies that they answer.
func Arrange[P any](posts []P, id, parent func(P) string) (top Arranged[P]) {
	roots, rootID := map[string]*reply[P]{}, map[string]string{}
	for _, post := range posts {
		answered := parent(post)
		root := roots[answered]
		one := &reply[P]{post: post, isOrphan: answered != "" && root == nil}
		if root == nil {
			roots[id(post)], rootID[id(post)] = one, id(post)
			top = append(top, one)
			continue
		}
		if rootID[answered] != answered {
			one.quoted = answered
		}
		roots[id(post)], rootID[id(post)] = root, rootID[answered]
		root.answers = append(root.answers, one)
	}
	return top
}

// HTML returns the replies, each as item writes it.
func (a Arranged[P]) HTML(item func(post P, quoted string, isOrphan, isNested bool, answers g.Node) g.Node) g.Group {
	var nodes g.Group
	for _, one := range a {
		var answers g.Group
		for _, answer := range one.answers {
			answers = append(answers, item(answer.post, answer.quoted, answer.isOrphan, true, nil))
		}
		nodes = append(nodes, item(one.post, one.quoted, one.isOrphan, false, answers))
	}
	return nodes
}

// Reply is a reply to a thread, or a comment on a story.
type Reply struct {
	ID                            string // of its element
	Author                        *pb.Author
	Name, Badges, At              g.Node
	IsEdited, IsDeleted, IsNested bool
	Quote                         string // of the reply that it answers
	Text, Actions                 g.Node
	Answers                       g.Node // may be nil
}

// HTML returns the reply as an item of a list, with its answers below it.
func (r Reply) HTML() g.Node {
	pixels := 32
	if r.IsNested {
		pixels = 24
	}
	answers := r.Answers
	if list, ok := answers.(g.Group); ok && len(list) > 0 {
		answers = h.Ol(h.Class("Reply-answers"), list)
	}
	if r.IsDeleted {
		return h.Li(h.Class("Reply-post"), h.ID(r.ID), h.Div(h.Class("Reply-row"), h.Span(),
			h.Div(h.Div(h.Class("Reply-by served-row"), h.P(h.Class("faint"), g.Text("[deleted]")), r.At))), answers)
	}
	return h.Li(h.Class("Reply-post"), h.ID(r.ID), h.Div(h.Class("Reply-row"), AvatarOf(r.Author, pixels),
		h.Div(h.Div(h.Class("Reply-by served-row"), r.Name, r.Badges, h.Span(h.Class("faint"), r.At),
			g.If(r.IsEdited, h.Span(h.Class("faint"), g.Text("(edited)")))),
			g.If(r.Quote != "", h.Span(h.Class("Reply-quote"), g.Text(r.Quote))),
			h.Div(h.Class("Reply-content"), r.Text), h.Div(h.Class("served-row served-tight"), r.Actions))), answers)
}
