// Package markup writes the parts that pages share as HTML, as the web app's components of the same names show them.
// Its classes are those of the web app's styles: <file>-<class> of a <file>.module.css, and the global ones of
// webapp/src/theme. A test finds a class that the styles do not have.
package markup

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"google.golang.org/protobuf/types/known/timestamppb"
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"uvboard/backend/media"
	"uvboard/backend/platform/address"
	"uvboard/backend/platform/tag"
	pb "uvboard/gen/uvboard/v1"
)

// Count formats a number, such as 1,284.
func Count[N ~int | ~int32 | ~int64](n N) string {
	if n < 0 {
		return "-" + Count(-n)
	}
	digits := strconv.FormatInt(int64(n), 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Path returns the path of the whole address of an item.
func Path(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.EscapedPath()
}

// Score formats a net score, with a typographic minus sign.
func Score(n int32) string {
	if n < 0 {
		return "\u2212" + Count(-n)
	}
	return Count(n)
}

// Plural returns a number with its noun: "1 project", "2 projects".
func Plural[N ~int | ~int32 | ~int64](n N, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + one + "s"
}

// Form is a way to say how long ago something was, as in lib/text/time.ts.
type Form int

// Short is "3d ago" and Long "3 days ago". InForum does not count minutes, and InComments writes them as "26m ago".
const (
	Short Form = iota
	Long
	InForum
	InComments
)

// Ago returns a time relative to now; from 7 days on, the date.
func Ago(at *timestamppb.Timestamp, now time.Time, form Form) g.Node {
	if at == nil {
		return h.Time(g.Text("Recently"))
	}
	return h.Time(h.DateTime(at.AsTime().UTC().Format("2006-01-02T15:04:05.000Z")), g.Text(ago(at.AsTime(), now, form)))
}

func ago(at, now time.Time, form Form) string {
	const day = 24 * time.Hour
	age := now.Sub(at)
	switch {
	case age >= 7*day:
		return Date(at)
	case age >= day && form == Long:
		return Plural(int(age/day), "day") + " ago"
	case age >= day:
		return fmt.Sprintf("%dd ago", age/day)
	case age >= time.Hour:
		return fmt.Sprintf("%dh ago", age/time.Hour)
	case form == InForum, form == InComments && age < time.Minute:
		return "Just now"
	case form == InComments:
		return fmt.Sprintf("%dm ago", age/time.Minute)
	case age >= time.Minute:
		return fmt.Sprintf("%dmin ago", age/time.Minute)
	case age >= time.Second:
		return fmt.Sprintf("%ds ago", age/time.Second)
	}
	return "Just now"
}

// Date returns a date such as "17 Nov 2026", in UTC.
func Date(at time.Time) string { return at.UTC().Format("2 Jan 2006") }

// Handle returns the handle of a user, or the name that stands for a deleted one.
func Handle(viberTag, username, displayName string) string {
	name := cmp.Or(viberTag, username)
	if name == "" {
		return cmp.Or(displayName, "@unknown")
	}
	return "@" + strings.TrimPrefix(name, "@")
}

// HandleOf returns the handle of an author.
func HandleOf(a *pb.Author) string {
	return Handle(a.GetViberTag(), a.GetUsername(), a.GetDisplayName())
}

// Profile returns the path of a user's profile.
func Profile(username string) string { return "/profile/" + url.PathEscape(username) }

// Author returns the handle of an author, which links to the profile, and what wrote something for the author.
func Author(a *pb.Author, via string) g.Node { return author(a, HandleOf(a), via) }

// NamedAuthor returns the display name of an author, or else the handle, as Author does.
func NamedAuthor(a *pb.Author, via string) g.Node {
	return author(a, cmp.Or(a.GetDisplayName(), HandleOf(a)), via)
}

func author(a *pb.Author, name, via string) g.Node {
	link := h.Span(h.Class("cut"), g.Text(name))
	if a.GetUsername() != "" {
		link = h.A(h.Href(Profile(a.Username)), h.Class("cut"), g.Text(name))
	}
	if via == "" {
		return link
	}
	return h.Span(h.Class("cut"), link, Via(via))
}

// Via returns what wrote something for its author; nothing for a session.
func Via(name string) g.Node {
	if name == "" {
		return g.Text("")
	}
	return h.Span(h.Class("faint"), g.Text(" via "+name))
}

var upload = regexp.MustCompile(`/(\d{1,5})x(\d{1,5})\.(?:jpg|png)$`)

// Source returns the attributes with which an <img> loads the smallest sufficient rendition and reserves its space.
func Source(address string) g.Node {
	still := media.Still(address)
	attributes := g.Group{h.Src(still)}
	if set := media.SrcSet(address); set != "" {
		attributes = append(attributes, h.SrcSet(set))
	}
	if size := upload.FindStringSubmatch(still); size != nil {
		attributes = append(attributes, h.Width(size[1]), h.Height(size[2]))
	}
	return attributes
}

// Sizes is the width at which an image is shown.
func Sizes(widths string) g.Node { return g.Attr("sizes", widths) }

// Square returns an image of some pixels without alternative text, since its name is beside it.
func Square(address, class string, pixels int) g.Node {
	size := strconv.Itoa(pixels)
	return h.Img(h.Src(media.Still(address)), g.If(media.SrcSet(address) != "", h.SrcSet(media.SrcSet(address))),
		h.Class(class), h.Style("width:"+size+"px;height:"+size+"px"), Sizes(size+"px"), h.Width(size), h.Height(size),
		h.Alt(""), h.Loading("lazy"), g.Attr("decoding", "async"))
}

// Logo returns a project's logo in a square, or its plate.
func Logo(title, logo string, pixels int) g.Node {
	if logo != "" {
		return Square(logo, "Image-logo", pixels)
	}
	return h.Span(h.Class("Image-plate"), h.Style(fmt.Sprintf("width:%dpx;height:%[1]dpx", pixels)),
		h.B(h.Aria("hidden", "true"), h.Style(fmt.Sprintf("font-size:%dpx", pixels/2)), g.Text(Initial(title))))
}

// Cover returns a project's cover, else its first screenshot, else its plate. Eager is for an image above the fold.
func Cover(p *pb.Project, sizes string, eager bool) g.Node {
	address := p.CoverImage
	if address == "" && len(p.GetMedia().GetScreenshots()) > 0 {
		address = p.Media.Screenshots[0]
	}
	if address == "" {
		inside := h.B(h.Aria("hidden", "true"), g.Text(Initial(p.Title)))
		if p.Logo != "" {
			inside = Logo(p.Title, p.Logo, 72)
		}
		return h.Span(h.Class("Image-plate Image-coverPlate"), inside)
	}
	return h.Img(Source(address), g.If(media.SrcSet(address) == "", g.Group{h.Width("1280"), h.Height("800")}),
		h.Class("Image-cover"), Sizes(sizes), h.Alt("Screenshot of "+p.Title), Loading(eager),
		g.Attr("decoding", "async"))
}

// Loading loads an image at once, or when it comes near the screen.
func Loading(eager bool) g.Node {
	if eager {
		return g.Group{h.Loading("eager"), g.Attr("fetchpriority", "high")}
	}
	return h.Loading("lazy")
}

// Avatar returns a user's image, or the initial.
func Avatar(name, avatar string, pixels int) g.Node {
	inside := h.B(g.Text(Initial(name)))
	if avatar != "" {
		inside = Square(avatar, "", pixels)
	}
	return h.Span(h.Class("served-avatar"), h.Aria("hidden", "true"),
		h.Style(fmt.Sprintf("width:%dpx;height:%[1]dpx;font-size:%.0fpx", pixels, float64(pixels)*0.43)), inside)
}

// AvatarOf returns the image of an author.
func AvatarOf(a *pb.Author, pixels int) g.Node {
	return Avatar(cmp.Or(a.GetDisplayName(), a.GetUsername(), "?"), a.GetAvatar(), pixels)
}

// Initial returns the first visible character of a name.
func Initial(name string) string {
	for _, r := range name {
		if !unicode.In(r, unicode.C, unicode.M, unicode.Z) {
			return strings.ToUpper(string(r))
		}
	}
	return "?"
}

// Tags returns the first tags of a list, of a kind of package tag, as badges that lead to their pages, and the number
// of the remaining ones.
func Tags(kind string, words []string, most int) g.Node {
	shown := words[:min(len(words), most)]
	return h.Span(h.Class("served-tags"), g.Map(shown, func(word string) g.Node { return Tag(kind, word, word) }),
		g.If(len(words) > most, Badge(fmt.Sprintf("+%d", len(words)-most), Hidden(" more"))))
}

// Tag returns a badge that leads to the page of a tag.
func Tag(kind, word, label string) g.Node {
	for _, t := range tag.Of(kind, word) {
		return h.A(h.Href(address.Tag(t.ID)), h.Class("served-badge"), g.Text(label))
	}
	return Badge(label)
}

// Badge returns a word in a frame.
func Badge(word string, more ...g.Node) g.Node {
	return h.Span(h.Class("served-badge"), g.Text(word), g.Group(more))
}

// Hidden returns a text for screen readers.
func Hidden(text string) g.Node { return h.Span(h.Class("sr"), g.Text(text)) }

// Button returns a link that looks like a button. Variants are "filled", "subtle", "sm" and "wide", in any number.
func Button(path, label string, variants ...string) g.Node {
	return h.A(h.Href(path), h.Class(buttonClass(variants)), g.Text(label))
}

// Waiting returns a button that works once the web app has loaded.
func Waiting(label string, variants ...string) g.Node {
	return h.Button(h.Type("button"), h.Disabled(), h.Class(buttonClass(variants)), g.Text(label))
}

// Icon returns the place of a button with an icon, which works once the web app has loaded.
func Icon(label string) g.Node {
	return h.Button(h.Type("button"), h.Disabled(), h.Class("served-button served-icon"), h.Aria("label", label))
}

func buttonClass(variants []string) string {
	class := "served-button"
	for _, variant := range variants {
		class += " served-" + variant
	}
	return class
}

var (
	upward   = g.Raw(`<svg viewBox="0 0 14 14" aria-hidden="true"><path d="M2 11 7 3l5 8z"/></svg>`)
	downward = g.Raw(`<svg viewBox="0 0 14 14" aria-hidden="true"><path d="M2 3l5 8 5-8z"/></svg>`)
)

// Vote returns the upvotes of a target between the buttons that change them. Variant is "", "big" or "compact", which
// shows the net score.
func Vote(title string, up, down int32, variant string) g.Node {
	button := func(class, label string, children ...g.Node) g.Node {
		return h.Button(h.Type("button"), h.Disabled(), h.Class("Vote-"+class), h.Aria("label", label),
			g.Group(children))
	}
	if variant == "compact" {
		return h.Span(h.Class("Vote-vote Vote-compact"), h.Role("group"), h.Aria("label", "Vote on "+title),
			button("up", "Upvote", upward), g.El("output", h.Aria("label", "Net score"), g.Text(Score(up-down))),
			button("down", "Downvote", downward))
	}
	return h.Span(h.Class(strings.TrimSpace("Vote-vote "+variantClass(variant))), h.Role("group"),
		h.Aria("label", "Vote on "+title),
		button("up", "Upvote, "+Plural(up, "upvote"), upward, g.Text(Count(up))),
		button("down", "Downvote, "+Plural(down, "downvote"), downward))
}

func variantClass(variant string) string {
	if variant == "" {
		return ""
	}
	return "Vote-" + variant
}

// Tally returns the votes of one side, for a column of a table.
func Tally(label string, n int32, up bool) g.Node {
	class, triangle := "Vote-tally", upward
	if !up {
		class, triangle = "Vote-tally Vote-tallyDown", downward
	}
	return h.Button(h.Type("button"), h.Disabled(), h.Class(class), h.Aria("label", label), triangle,
		h.Span(g.Text(Count(n))))
}

// Measured returns the attributes of a row in a ranked list: its border is a bar that shows the value relative to the
// leader's. Rank is 0 in a list that is not a ranking.
func Measured(rank int, value, leader int32) g.Node {
	class := "Measured-measured"
	if rank == 1 {
		class += " Measured-first"
	}
	length := 0.0
	if leader > 0 {
		length = max(0, min(100, float64(value)/float64(leader)*100))
	}
	return g.Group{h.Class(class), h.Style(fmt.Sprintf("--length:%.1f%%", length))}
}

// Rank returns the large number of a rank.
func Rank(rank int) g.Node {
	class := "score Measured-rank"
	if rank == 1 {
		class += " lit"
	}
	return h.Span(h.Class(class), g.Text(strconv.Itoa(rank)))
}

// Section returns a part of a page below its heading. Aside are nodes beside the heading.
func Section(title string, aside g.Node, children ...g.Node) g.Node {
	return h.Section(h.Div(h.Class("head"), h.H2(g.Text(title)), aside), g.Group(children))
}

// More returns the link beside the heading of a section.
func More(path, label string) g.Node { return h.A(h.Class("more"), h.Href(path), g.Text(label)) }

// Slug returns the small words beside a heading.
func Slug(words string) g.Node {
	return h.Span(h.Class("slug"), h.Style("margin-left:auto"), g.Text(words))
}

// Title returns the heading of a page.
func Title(text string) g.Node { return h.H1(h.Class("served-h1"), g.Text(text)) }

// Head returns the heading of a page with a sentence below it.
func Head(title, sentence string) g.Node {
	return h.Div(h.Class("served-head"), Title(title), g.If(sentence != "", h.P(h.Class("quiet"), g.Text(sentence))))
}

// Empty returns what a list shows that has no items.
func Empty(title, text string) g.Node {
	return h.Div(h.Class("served-empty"), h.H2(g.Text(title)), g.If(text != "", h.P(h.Class("quiet"), g.Text(text))))
}

// Nothing returns what a section shows that has no items: a sentence and what to do next.
func Nothing(sentence, path, label string) g.Node {
	return h.P(h.Class("quiet served-pad"), g.Text(sentence+" "), h.A(h.Class("link"), h.Href(path), g.Text(label)))
}

// UserText returns a text of a user as package markdown rendered it.
func UserText(html string) g.Node { return h.Div(h.Class("UserText-text"), g.Raw(html)) }

// Said returns what a search says about its words, as components/search/Said.tsx does.
func Said(path string, query url.Values, answer interface {
	GetSearchedFor() string
	GetDidYouMean() string
}) g.Node {
	typed := query.Get("q")
	link := func(q, exact, text string) g.Node {
		to := maps.Clone(query)
		to.Del("page")
		to.Del("exact")
		to.Set("q", q)
		if exact != "" {
			to.Set("exact", exact)
		}
		return h.A(h.Class("link"), h.Href(path+"?"+to.Encode()), h.Rel("nofollow"), g.Text(text))
	}
	switch {
	case typed == "":
		return g.Text("")
	case answer.GetSearchedFor() != "":
		return h.P(h.Class("served-lead"), g.Text("Nothing for “"+typed+"”. Showing results for "),
			h.B(g.Text("“"+answer.GetSearchedFor()+"”")), g.Text(". "),
			link(typed, "yes", "Search for “"+typed+"” as typed"))
	case answer.GetDidYouMean() != "":
		return h.P(h.Class("served-lead"), g.Text("Did you mean "),
			link(answer.GetDidYouMean(), "", answer.GetDidYouMean()), g.Text("?"))
	}
	return g.Text("")
}

// Next returns the link to the next page of a list. The web app loads it in place.
func Next(path string, query url.Values, token, label string) g.Node {
	if token == "" {
		return g.Text("")
	}
	next := maps.Clone(query)
	if next == nil {
		next = url.Values{}
	}
	next.Set("page", token)
	return h.P(h.Class("served-next"), h.A(h.Href(path+"?"+next.Encode()), h.Rel("next nofollow"),
		h.Class("served-button"), g.Text(label)))
}
