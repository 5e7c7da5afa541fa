package server

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"connectrpc.com/otelconnect"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// traceCalls returns interceptors that make a span of each unary call, named by its procedure, and none without a
// tracer. Spans have no addresses, headers, paths or messages. A trace of the client is linked, not continued:
// otherwise anybody could force sampling.
func traceCalls(tracer trace.TracerProvider) ([]connect.Interceptor, error) {
	if tracer == nil {
		return nil, nil
	}
	spans, err := otelconnect.NewInterceptor(
		otelconnect.WithTracerProvider(tracer), otelconnect.WithoutMetrics(),
		otelconnect.WithPropagator(propagation.TraceContext{}),
		// A live stream lasts for hours.
		otelconnect.WithFilter(func(_ context.Context,
			spec connect.Spec) bool {
			return spec.StreamType == connect.StreamTypeUnary
		}),
	)
	if err != nil {
		return nil, err
	}
	return []connect.Interceptor{spans, connect.UnaryInterceptorFunc(noteTrace)}, nil
}

// noteTrace is an interceptor that lets the log line of a request name its trace.
func noteTrace(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		infoOf(ctx).trace = trace.SpanContextFromContext(ctx).TraceID()
		return next(ctx, request)
	}
}

// traced makes a span of each request of a route, named by its pattern. Without a tracer it returns next.
func traced(tracer trace.TracerProvider, route Route, next http.Handler) http.Handler {
	if tracer == nil {
		return next
	}
	spans, name := tracer.Tracer("uvboard/backend/platform/server"), route.Method+" "+route.Path
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, span := spans.Start(r.Context(), name, trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(attribute.String("http.request.method", route.Method),
				attribute.String("http.route", route.Path)))
		defer span.End()
		infoOf(ctx).trace = span.SpanContext().TraceID()
		response := &countingWriter{ResponseWriter: w, status: 0}
		next.ServeHTTP(response, r.WithContext(ctx))
		status := max(response.status, http.StatusOK) // implied if nothing was written
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	})
}
