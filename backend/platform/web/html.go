package web

import (
	"bytes"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// Place is where a part of a page is shown before the web app has loaded. Main + 1 is after Main, up to Main + 9. Parts
// in the same place are in the order of their calls.
type Place int

// The places of a page. A Frame may arrange them in another way.
const (
	Header Place = 10 * iota // above the page, by the board
	Intro                    // the whole width, above the columns
	Main                     // the first column
	Side                     // the second column, below the first on small screens
	Below                    // the whole width, below the columns
	Footer                   // below the page, by the board
)

// Parts are the parts of a page.
type Parts map[Place][]g.Node

// At returns the parts of some places.
func (p Parts) At(places ...Place) g.Group {
	var nodes g.Group
	for _, first := range places {
		for place := first; place < first+10; place++ {
			nodes = append(nodes, p[place]...)
		}
	}
	return nodes
}

// Shows returns an option of a call: node shows its answer as HTML. Node returns nil to show nothing. The web app
// replaces the HTML when its first screen is loaded, so that it must show the same.
func Shows[A proto.Message](place Place, node func(answer A) g.Node) Option {
	return func(c *Call) {
		c.shown = append(c.shown, shown{place, func(answer proto.Message) g.Node { return node(answer.(A)) }})
	}
}

type shown struct {
	place Place
	node  func(answer proto.Message) g.Node
}

// show adds what a call shows of its answer.
func (p Parts) show(call Call, answer proto.Message) {
	for _, one := range call.shown {
		if node := one.node(answer); node != nil {
			p[one.place] = append(p[one.place], node)
		}
	}
}

// root returns the content of the root element: the page as HTML, until the web app replaces it. A page whose domain
// shows nothing, or whose answers are missing, has only its name, for clients that do not run scripts.
func (s *Service) root(page *Page, parts Parts) ([]byte, error) {
	if page.Static != nil {
		parts[Main] = append([]g.Node{page.Static}, parts[Main]...)
	}
	frame := page.Frame
	if frame == nil {
		frame = columns
	}
	content := frame(parts)
	switch {
	case len(parts.At(Intro, Main, Side, Below)) > 0:
	case page.text != "":
		content = g.Raw(page.text)
	default:
		content = h.NoScript(h.Div(h.Class("wrap page"), h.H1(h.Class("served-h1"), g.Text(page.Name)),
			h.P(g.Text(page.Description))))
	}
	var b bytes.Buffer
	header := parts.At(Header)
	if len(header) == 0 {
		b.Write(s.shell.outline)
	}
	nodes := slices.Concat(header, g.Group{
		h.NoScript(h.P(h.Class("wrap served-note"), g.Text("To vote, comment or post, turn JavaScript on."))),
		h.Main(h.ID("main"), h.Class("served"), content),
	}, parts.At(Footer))
	if err := nodes.Render(&b); err != nil {
		return nil, fmt.Errorf("the page as HTML: %w", err)
	}
	return b.Bytes(), nil
}

// columns is the frame of a page without one of its own.
func columns(p Parts) g.Node {
	main := h.Div(h.Class("stack"), p.At(Main))
	if side := p.At(Side); len(side) > 0 {
		main = h.Div(h.Class("split"), main, h.Aside(h.Class("side"), side))
	}
	return h.Div(h.Class("wrap page stack"), p.At(Intro), main, p.At(Below))
}

// Column is the frame of a page that shows its parts one below the other.
func Column(p Parts) g.Node {
	return h.Div(h.Class("wrap page"), p.At(Intro, Main, Side, Below))
}
