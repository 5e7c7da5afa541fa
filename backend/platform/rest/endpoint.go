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

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/fault"
)

// MaxBodyBytes is the largest request body of a call, over every protocol. Uploads have their own limit.
const MaxBodyBytes = 256 << 10

type endpoint struct {
	Route
	input   protoreflect.MessageType
	gateway *Gateway
}

// connectHeaders have a meaning for the Connect handler, but not in REST.
var connectHeaders = []string{"Content-Encoding", "Connect-Timeout-Ms", "Connect-Protocol-Version"}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var d decoder
	body := &lazyBody{decode: func() ([]byte, error) { return e.decode(&d, w, r) }}
	inner := &http.Request{
		Method: http.MethodPost, URL: &url.URL{Path: e.Procedure}, Proto: r.Proto, ProtoMajor: r.ProtoMajor,
		ProtoMinor: r.ProtoMinor,
		Header:     maps.Clone(r.Header), Host: r.Host, RemoteAddr: r.RemoteAddr, ContentLength: -1,
		Body: body,
	}
	inner.Header["Content-Type"] = []string{contentType}
	for _, name := range connectHeaders {
		delete(inner.Header, name)
	}
	response := &responseWriter{ResponseWriter: w, success: e.Status}
	e.gateway.handler.ServeHTTP(response, inner.WithContext(r.Context()))
	if !response.failed {
		return
	}
	f := body.fault
	if f == nil {
		f = e.gateway.faultOf(r.Context())
	}
	if f == nil { // an error of the Connect library
		f = fault.Internal()
	}
	d.rename(f)
	WriteFault(w, f)
}

// decode makes the binary request message from path, query and body.
func (e *endpoint) decode(d *decoder, w http.ResponseWriter, r *http.Request) ([]byte, error) {
	message := e.input.New()
	if e.HasBody {
		body, err := readBody(w, r)
		if err != nil {
			return nil, err
		}
		if len(body) > 0 {
			target := message
			if e.BodyField != nil {
				target = message.Mutable(e.BodyField).Message()
			}
			if err := d.body(body, target); err != nil {
				return nil, err
			}
		}
	}
	if err := d.query(e.Query, r.URL.RawQuery, message); err != nil {
		return nil, err
	}
	for _, field := range e.Path {
		d.text(message, field, r.PathValue(string(field.Name())), field.JSONName())
	}
	if d.fault != nil {
		return nil, d.fault
	}
	return proto.Marshal(message.Interface())
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBodyBytes))
	if err != nil {
		if _, exceeded := errors.AsType[*http.MaxBytesError](err); exceeded {
			return nil, fault.TooLarge(fmt.Sprintf("The request body must be at most %d KiB.", MaxBodyBytes>>10))
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
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return nil, fault.UnsupportedMedia("The request body must not be compressed.")
	}
	return body, nil
}

// lazyBody decodes the request at the first read, so that the handler authenticates the caller first.
type lazyBody struct {
	decode func() ([]byte, error)
	reader *bytes.Reader
	fault  *fault.Fault // if decode failed
}

func (b *lazyBody) Read(p []byte) (int, error) {
	if b.reader == nil {
		content, err := b.decode()
		if err != nil {
			b.fault = fault.Of(err)
			return 0, err
		}
		b.reader = bytes.NewReader(content)
	}
	return b.reader.Read(p)
}

func (b *lazyBody) Close() error { return nil }
