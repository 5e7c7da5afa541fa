package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/media"
	pb "uvboard/gen/uvboard/v1"
)

// How long a page may wait for what it shows first. Without it the web app asks for that itself.
const firstTimeout = 250 * time.Millisecond

// Answer answers one kind of request in process.
type Answer struct {
	request protoreflect.FullName
	call    func(context.Context, proto.Message) (proto.Message, error)
}

// NewAnswer returns the answer that a handler's method gives. The type of its request identifies it.
func NewAnswer[Q, A proto.Message](method func(context.Context, Q) (A, error)) Answer {
	var request Q
	return Answer{
		request: request.ProtoReflect().Descriptor().FullName(),
		call: func(ctx context.Context, request proto.Message) (proto.Message, error) {
			return method(ctx, request.(Q))
		},
	}
}

// answers are the known answers by the name of their request.
type answers map[protoreflect.FullName]func(context.Context, proto.Message) (proto.Message, error)

func newAnswers(list []Answer) answers {
	a := answers{}
	for _, answer := range list {
		a[answer.request] = answer.call
	}
	return a
}

// answer calls the service for the caller in ctx.
func (a answers) answer(ctx context.Context, request proto.Message) (proto.Message, error) {
	call, ok := a[request.ProtoReflect().Descriptor().FullName()]
	if !ok {
		return nil, fmt.Errorf("no answer is registered for %T", request)
	}
	return call(ctx, request)
}

// first is the element with the answers that come with a page, each with its place in the web app's cache. They are those
// that a visitor gets; what may differ for somebody who is logged in is left out unless a visitor asks. Picture is the
// element that loads the largest picture along with the page.
func (a answers) first(ctx context.Context, asks []Ask, visitor bool) (first, picture []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, firstTimeout)
	defer cancel()
	b := []byte(`<script type="application/json" id="first">[`)
	empty := len(b)
	for _, ask := range asks {
		if ask.Personal && !visitor {
			continue
		}
		answer, err := a.answer(ctx, ask.Request)
		if err != nil && ctx.Err() != nil { // a driver says in words of its own that it was stopped
			return nil, nil, ctx.Err()
		}
		if err != nil {
			return nil, nil, fmt.Errorf("what comes with a page: %w", err)
		}
		if picture == nil && ask.Sizes != "" {
			picture = preload(pictureOf(answer), ask.Sizes)
		}
		if len(b) > empty {
			b = append(b, ',')
		}
		method, err := methodOf(ask.Request.ProtoReflect().Descriptor())
		if err != nil {
			return nil, nil, err
		}
		b = append(appendText(append(b, `{"service":`...), string(method.Parent().FullName())), `,"method":`...)
		b = append(appendText(b, string(method.Name())), `,"paged":`...)
		b = append(strconv.AppendBool(b, ask.Paged), `,"input":`...)
		if b, err = appendMessage(b, ask.Request.ProtoReflect()); err != nil {
			return nil, nil, err
		}
		if b, err = appendMessage(append(b, `,"answer":`...), answer.ProtoReflect()); err != nil {
			return nil, nil, err
		}
		b = append(b, '}')
	}
	if len(b) == empty {
		return nil, nil, nil
	}
	return append(b, "]</script>"...), picture, nil
}

// pictureOf is the address of the picture that the web app shows of the first project of an answer: on its own page the
// first screenshot, in a list the cover, or the first screenshot for want of one.
func pictureOf(answer proto.Message) string {
	var addresses []string
	switch a := answer.(type) {
	case *pb.GetProjectResponse:
		addresses = a.GetProject().GetMedia().GetScreenshots()
	case *pb.ListProjectsResponse:
		if len(a.GetProjects()) > 0 {
			addresses = append([]string{a.Projects[0].GetCoverImage()}, a.Projects[0].GetMedia().GetScreenshots()...)
		}
	}
	for _, address := range addresses {
		if address != "" {
			return address
		}
	}
	return ""
}

// preload is the element that loads a picture of ours in the width that fits.
func preload(address, sizes string) []byte {
	set := media.SrcSet(address)
	if set == "" {
		return nil
	}
	return fmt.Appendf(nil, `<link rel="preload" as="image" fetchpriority="high" imagesrcset="%s" imagesizes="%s" />`, set, sizes)
}

// methodOf is the method of the service that takes a request: one named as the request is.
func methodOf(request protoreflect.MessageDescriptor) (method protoreflect.MethodDescriptor, err error) {
	services := request.ParentFile().Services()
	for i := range services.Len() {
		methods := services.Get(i).Methods()
		for j := range methods.Len() {
			if methods.Get(j).Input().FullName() == request.FullName() {
				return methods.Get(j), nil
			}
		}
	}
	return nil, fmt.Errorf("no method takes %s", request.FullName())
}

// chunk is a file of the web app's JavaScript, as the build's manifest describes it.
type chunk struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// chunks are the files of the web app by the module they begin with.
type chunks map[string]chunk

const manifestName = ".vite/manifest.json"

// readChunks reads the build's manifest; a build without one has no chunks.
func readChunks(dist fs.FS) (chunks, error) {
	content, err := fs.ReadFile(dist, manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // the page loads what it needs by itself, only later
	}
	if err != nil {
		return nil, err
	}
	var all chunks
	if err := json.Unmarshal(content, &all); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	return all, nil
}

// links are the elements that load a screen's modules along with the page, rather than when its first script asks for them.
func (c chunks) links(modules []string) []byte {
	if len(modules) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for name, one := range c {
		if one.IsEntry {
			c.visit(name, seen, func(chunk) {})
		}
	}
	var styles, scripts []byte
	for _, module := range modules {
		c.visit(module, seen, func(one chunk) {
			for _, file := range one.CSS {
				styles = append(append(append(styles, `<link rel="stylesheet" crossorigin href="/`...), file...), `" />`...)
			}
			scripts = append(append(append(scripts, `<link rel="modulepreload" crossorigin href="/`...), one.File...), `" />`...)
		})
	}
	return append(styles, scripts...)
}

// visit goes to a chunk after all it imports, once each.
func (c chunks) visit(name string, seen map[string]bool, see func(chunk)) {
	one, ok := c[name]
	if !ok || seen[name] {
		return
	}
	seen[name] = true
	for _, needed := range one.Imports {
		c.visit(needed, seen, see)
	}
	see(one)
}
