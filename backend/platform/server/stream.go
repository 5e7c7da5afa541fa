package server

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/ratelimit"
)

// streamWriteTime is the time to send one message of a stream. A client that takes longer loses the stream.
const streamWriteTime = 10 * time.Second

// serveStream answers a call whose response is a stream. It may take as long as the client wants, but each message must
// be sent within streamWriteTime.
func (s *Server) serveStream(w http.ResponseWriter, r *http.Request, handler http.Handler) {
	s.metrics.inFlight.Dec() // such a call is idle
	defer s.metrics.inFlight.Inc()
	handler.ServeHTTP(&streamWriter{ResponseWriter: w, control: http.NewResponseController(w),
		info: infoOf(r.Context())}, r)
}

// streamWriter sets the deadlines of a stream message by message.
type streamWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	info    *requestInfo
}

func (w *streamWriter) Write(p []byte) (int, error) {
	w.info.stream = true
	// fails only on a writer without a connection, as in tests
	_ = w.control.SetWriteDeadline(time.Now().Add(streamWriteTime))
	return w.ResponseWriter.Write(p)
}

// Flush sends a message. The deadline is removed, since on HTTP/2 it would end the stream also while nothing is sent.
func (w *streamWriter) Flush() {
	if w.control.Flush() == nil {
		_ = w.control.SetWriteDeadline(time.Time{})
	}
}

func (w *streamWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// streamChecks does for streams what convertErrors, checkValues and named do for other calls.
type streamChecks struct{ named named }

// WrapUnary implements connect.Interceptor.
func (streamChecks) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc { return next }

// WrapStreamingClient implements connect.Interceptor.
func (streamChecks) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

// WrapStreamingHandler implements connect.Interceptor.
func (c streamChecks) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) (err error) {
		defer func() { err = infoOf(ctx).refusal(ctx, conn.Spec(), err, recover()) }()
		return next(ctx, checkedStream{conn, ctx, c.named})
	}
}

// countReads counts each message of health and reflection as a read: one of a few bytes is answered with many
// descriptors.
type countReads struct{ gate *gate }

func (c countReads) count(ctx context.Context) error {
	if err := c.gate.count(ctx, ratelimit.ByAddr(auth.LimitRead, auth.ClientAddr(ctx))); err != nil {
		return fault.ToConnect(infoOf(ctx).resolve(ctx, nil, err))
	}
	return nil
}

// WrapUnary implements connect.Interceptor.
func (c countReads) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if err := c.count(ctx); err != nil {
			return nil, err
		}
		return next(ctx, request)
	}
}

// WrapStreamingClient implements connect.Interceptor.
func (countReads) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return next
}

// WrapStreamingHandler implements connect.Interceptor.
func (c countReads) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return func(ctx context.Context, conn connect.StreamingHandlerConn) error {
		return next(ctx, countedStream{conn, func() error { return c.count(ctx) }})
	}
}

type countedStream struct {
	connect.StreamingHandlerConn
	count func() error
}

func (s countedStream) Receive(message any) error {
	if err := s.StreamingHandlerConn.Receive(message); err != nil {
		return err
	}
	return s.count()
}

func schemaOf(spec connect.Spec) protoreflect.MethodDescriptor {
	schema, _ := spec.Schema.(protoreflect.MethodDescriptor)
	return schema
}

// checkedStream checks the messages that it receives.
type checkedStream struct {
	connect.StreamingHandlerConn
	ctx   context.Context
	named named
}

func (s checkedStream) Receive(message any) error {
	if err := s.StreamingHandlerConn.Receive(message); err != nil {
		if connect.CodeOf(err) == connect.CodeInvalidArgument {
			return fault.Malformed("The message cannot be read.")
		}
		return err
	}
	if _, err := Recheck(s.ctx); err != nil {
		return err
	}
	if m, ok := message.(proto.Message); ok {
		if err := findBad(m, schemaOf(s.Spec())); err != nil {
			return err
		}
		return s.named.resolve(s.ctx, m)
	}
	return nil
}
