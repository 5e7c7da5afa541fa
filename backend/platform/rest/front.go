// Package rest is the documented HTTP and JSON face of the services. It reads the paths from the descriptors, turns a
// request into the message of its procedure, and enters the same Connect handlers as every other door.
package rest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"uvboard/backend/platform/fault"
)

// Front serves the documented paths.
type Front struct {
	router  router
	routes  []Route
	codec   codec
	handler http.Handler
}

// New reads the routes of the services. Their procedures are then to be given by SetHandler, made with HandlerOptions.
func New(services []protoreflect.ServiceDescriptor) (*Front, error) {
	f := &Front{codec: newCodec(services)}
	for _, service := range services {
		routes, err := Routes(service)
		if err != nil {
			return nil, err
		}
		f.routes = append(f.routes, routes...)
		for _, r := range routes {
			input, err := protoregistry.GlobalTypes.FindMessageByName(r.RPC.Input().FullName())
			if err != nil {
				return nil, err
			}
			if err := f.router.add(r.Method, r.Pattern, &door{Route: r, input: input, front: f}); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

// HandlerOptions are what a Connect handler needs to serve this front beside the options it has at every door.
func (f *Front) HandlerOptions() []connect.HandlerOption {
	return []connect.HandlerOption{
		connect.WithCodec(f.codec),
		connect.WithInterceptors(connect.UnaryInterceptorFunc(pageHeaders)),
	}
}

// SetHandler gives the front the Connect handlers it enters, before the first request.
func (f *Front) SetHandler(handler http.Handler) { f.handler = handler }

// Handle adds a path that annotations cannot describe, such as a multipart upload.
func (f *Front) Handle(method, pattern string, handler http.Handler) error {
	return f.router.add(method, pattern, handler)
}

// Paths are those by which a procedure is read.
func (f *Front) Paths(procedure string) []string {
	var paths []string
	for _, r := range f.routes {
		if r.Procedure == procedure && r.Method == http.MethodGet {
			paths = append(paths, r.Pattern)
		}
	}
	return paths
}

// Question is the request of a procedure that a GET stands for; nil when it stands for none.
func (f *Front) Question(r *http.Request) (procedure string, message proto.Message) {
	handler, _ := f.router.find(r)
	d, ok := handler.(*door)
	if !ok || d.HasBody {
		return "", nil
	}
	question := d.input.New()
	if d.decodeQuery(r, question) != nil || d.decodePath(r, question) != nil {
		return d.Procedure, nil
	}
	return d.Procedure, question.Interface()
}

// ServeHTTP answers unknown paths and methods in the documented error form.
func (f *Front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	handler, allowed := f.router.find(r)
	switch {
	case handler != nil:
		handler.ServeHTTP(w, r)
	case allowed != nil:
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		writeError(w, http.StatusMethodNotAllowed, &fault.Fault{
			Code: "METHOD_NOT_ALLOWED", Message: "This path does not answer to " + printable(r.Method) + ".",
		})
	default:
		WriteFault(w, fault.Of(fault.NotFound("NOT_FOUND", "There is nothing at this path.")))
	}
}

// printable keeps a method that is a plain word out of trouble, and any other out of the sentence.
func printable(method string) string {
	if len(method) > 16 {
		return "this method"
	}
	return method
}

// door is one route of the front.
type door struct {
	Route
	input protoreflect.MessageType
	front *Front
}

// connectHeaders would be read by the handler behind this door, and mean nothing at it.
var connectHeaders = []string{"Content-Encoding", "Connect-Timeout-Ms", "Connect-Protocol-Version"}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	inner := &http.Request{
		Method: http.MethodPost, URL: &url.URL{Path: d.Procedure}, Proto: r.Proto, ProtoMajor: r.ProtoMajor, ProtoMinor: r.ProtoMinor,
		Header: maps.Clone(r.Header), Host: r.Host, RemoteAddr: r.RemoteAddr, ContentLength: -1,
		// Read by the handler only after it has let the caller in.
		Body: &lazyBody{decode: func() ([]byte, error) { return d.decode(w, r) }},
	}
	inner.Header["Content-Type"] = []string{contentType}
	for _, name := range connectHeaders {
		delete(inner.Header, name)
	}
	answer := &answerWriter{under: w, success: d.Status}
	d.front.handler.ServeHTTP(answer, inner.WithContext(r.Context()))
	answer.finish(func(f *fault.Fault) { d.nameAsQueried(r, f) })
}

// decode makes the message of the procedure out of path, query and body.
func (d *door) decode(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	message := d.input.New()
	if d.HasBody {
		body, err := readBody(w, r)
		if err != nil {
			return nil, err
		}
		if len(body) > 0 {
			target := message
			if d.BodyField != nil {
				target = message.Mutable(d.BodyField).Message()
			}
			if err := decodeBody(body, target); err != nil {
				return nil, err
			}
		}
	}
	if err := d.decodeQuery(r, message); err != nil {
		return nil, err
	}
	if err := d.decodePath(r, message); err != nil {
		return nil, err
	}
	return proto.Marshal(message.Interface())
}

// MaxBodyBytes is the largest body of a call, at every door. Routes that take a file have their own bound.
const MaxBodyBytes = 256 << 10

func tooLarge() error {
	return fault.TooLarge(fmt.Sprintf("The request body must be at most %d KiB.", MaxBodyBytes>>10))
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > MaxBodyBytes {
		return nil, tooLarge()
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBodyBytes))
	if err != nil {
		if _, exceeded := errors.AsType[*http.MaxBytesError](err); exceeded {
			return nil, tooLarge()
		}
		return nil, fault.Malformed("The request body cannot be read.")
	}
	if len(body) == 0 {
		return nil, nil
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return nil, fault.UnsupportedMedia("The request body must be JSON, with Content-Type: application/json.")
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return nil, fault.UnsupportedMedia("The request body must not be compressed.")
	}
	return body, nil
}

// lazyBody makes its content at the first read.
type lazyBody struct {
	decode func() ([]byte, error)
	reader *bytes.Reader
}

func (b *lazyBody) Read(p []byte) (int, error) {
	if b.reader == nil {
		content, err := b.decode()
		if err != nil {
			return 0, fault.ToConnect(faultOf(err)) // Connect passes its own kind of error on unchanged
		}
		b.reader = bytes.NewReader(content)
	}
	return b.reader.Read(p)
}

func (b *lazyBody) Close() error { return nil }

func faultOf(err error) *fault.Fault {
	if f := fault.Of(err); f != nil {
		return f
	}
	return fault.Internal()
}
