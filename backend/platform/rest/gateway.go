// Package rest serves the documented HTTP and JSON paths. It reads them from the descriptors, turns a request into the
// message of its RPC, and calls the same Connect handlers as the other protocols.
package rest

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"uvboard/backend/platform/fault"
)

// Gateway serves the documented paths.
type Gateway struct {
	// The routes by the number of literal segments before the first variable, most first. One mux cannot hold both
	// /users/username/{username} and /users/{id}/stats, since neither is more specific.
	muxes   map[int]*http.ServeMux
	order   []*http.ServeMux
	codec   codec
	handler http.Handler
	faultOf func(context.Context) *fault.Fault
}

// New reads the routes of the services. Their handlers, made with HandlerOptions, are set by SetHandler. faultOf
// returns the fault with which the handler of a request has failed.
func New(services []protoreflect.ServiceDescriptor, faultOf func(context.Context) *fault.Fault) (*Gateway, error) {
	g := &Gateway{codec: newCodec(services), muxes: map[int]*http.ServeMux{}, faultOf: faultOf}
	for _, service := range services {
		routes, err := Routes(service)
		if err != nil {
			return nil, err
		}
		for _, r := range routes {
			input, err := protoregistry.GlobalTypes.FindMessageByName(r.RPC.Input().FullName())
			if err != nil {
				return nil, err
			}
			g.Handle(r.Method, r.Pattern, &endpoint{Route: r, input: input, gateway: g})
		}
	}
	return g, nil
}

// HandlerOptions are the additional options of the Connect handlers behind the gateway.
func (g *Gateway) HandlerOptions() []connect.HandlerOption {
	return []connect.HandlerOption{
		connect.WithCodec(g.codec),
		connect.WithInterceptors(connect.UnaryInterceptorFunc(pageHeaders)),
	}
}

// SetHandler sets the Connect handlers. It must be called before the first request.
func (g *Gateway) SetHandler(handler http.Handler) { g.handler = handler }

// Handle adds a hand-written route. It panics if the pattern conflicts with another.
func (g *Gateway) Handle(method, pattern string, handler http.Handler) {
	literals := strings.Count(strings.SplitN(pattern, "{", 2)[0], "/")
	mux := g.muxes[literals]
	if mux == nil {
		mux = http.NewServeMux()
		g.muxes[literals] = mux
		g.order = g.order[:0]
		for _, literals := range slices.SortedFunc(maps.Keys(g.muxes),
			func(a, b int) int { return cmp.Compare(b, a) }) {
			g.order = append(g.order, g.muxes[literals])
		}
	}
	mux.Handle(method+" "+pattern, handler)
}

// find returns the handler of a request and the mux that holds it, nil if there is none.
func (g *Gateway) find(r *http.Request) (http.Handler, *http.ServeMux) {
	if escaped := r.URL.EscapedPath(); path.Clean(escaped) != escaped {
		return nil, nil // net/http would redirect
	}
	for _, mux := range g.order {
		if handler, pattern := mux.Handler(r); pattern != "" {
			return handler, mux
		}
	}
	return nil, nil
}

// Pattern returns the method and pattern of the route of a request, such as "GET /api/projects/{id}"; empty if there is
// none.
func (g *Gateway) Pattern(r *http.Request) string {
	_, mux := g.find(r)
	if mux == nil {
		return ""
	}
	_, pattern := mux.Handler(r)
	return pattern
}

// ServeHTTP answers unknown paths and methods in the documented error form.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, mux := g.find(r); mux != nil {
		mux.ServeHTTP(w, r)
		return
	}
	var allowed []string
	for _, method := range []string{"DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"} {
		other := *r
		other.Method = method
		if _, mux := g.find(&other); mux != nil {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		WriteFault(w, fault.Of(fault.NotFound("NOT_FOUND", "There is nothing at this path.")))
		return
	}
	method := r.Method
	if len(method) > 16 {
		method = "this method"
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	writeError(w, http.StatusMethodNotAllowed, &fault.Fault{
		Code: "METHOD_NOT_ALLOWED", Message: "This path does not answer to " + method + ".",
	})
}
