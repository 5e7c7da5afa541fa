// Package server is the frame around the domains: one port that speaks Connect, gRPC, gRPC-Web, REST and plain HTTP, and
// one way in for all of them.
package server

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"connectrpc.com/connect"
	"connectrpc.com/grpchealth"
	"connectrpc.com/grpcreflect"
	"connectrpc.com/validate"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/rest"
)

// Service makes the generated handler of one service and returns it with its path, "/service.Name/".
type Service func(options ...connect.HandlerOption) (path string, handler http.Handler)

// Route is a path that no annotation can describe, such as a multipart upload or a file. Its caller has passed the same
// checks as a procedure's when Handle runs; the error it returns is answered in the documented form.
type Route struct {
	Method string
	Path   string // such as /api/users/{id}/profile-pic; outside /api, one that ends in a slash takes all below it
	Rule   auth.Rule
	Handle func(w http.ResponseWriter, r *http.Request) error
}

// Config is what a server is made of.
type Config struct {
	Services       []Service
	Routes         []Route
	CachedPaths    []string // whose anonymous GETs are cached: pages, REST paths and procedures
	Authenticate   auth.Authenticator
	Version        func() uint64               // of the data: changes with every write
	Ready          func(context.Context) error // nil error when the database is reachable and its schema current
	Web            http.Handler                // pages and files: every path that is nothing else
	ProductName    string                      // in the description of the API
	BaseURL        *url.URL                    // the public origin
	TrustedProxies []netip.Prefix
	RateLimits     bool
	Collectors     []prometheus.Collector // of what else there is to measure
	Log            *slog.Logger
}

// Server answers everything on the one port.
type Server struct {
	config     Config
	gate       *gate
	gateway    *rest.Gateway
	procedures map[string]http.Handler // by "/service.Name/"
	known      map[string]bool         // "/service.Name/Method"; the generated handlers answer others in plain text
	files      []Route                 // the routes outside /api
	openAPI    http.HandlerFunc
	cache      *responseCache
	origin     string // of the base URL
	errors     *connect.ErrorWriter
	metrics    *metrics
}

// New puts a server together. It fails on a mistake in the making: a wrong route, a wrong public origin.
func New(config Config) (*Server, error) {
	s := &Server{
		config: config, gate: &gate{authenticate: config.Authenticate}, procedures: map[string]http.Handler{}, known: map[string]bool{},
		origin: originOf(config.BaseURL), errors: connect.NewErrorWriter(), metrics: newMetrics(config.Collectors),
	}
	if config.RateLimits {
		s.gate.limits = ratelimit.New(time.Now)
	}
	if err := s.mountServices(); err != nil {
		return nil, err
	}
	s.cache = &responseCache{
		paths: map[string]bool{}, limits: s.gate.limits, version: config.Version, now: time.Now, responses: map[string]*cachedResponse{},
	}
	for _, path := range config.CachedPaths {
		s.cache.paths[path] = true
	}
	for _, route := range config.Routes {
		if !strings.HasPrefix(route.Path, "/api/") {
			s.files = append(s.files, route)
			continue
		}
		s.gateway.Handle(route.Method, route.Path, s.guarded(route))
	}
	s.describeREST()
	return s, nil
}

// describeREST makes /openapi.yaml.
func (s *Server) describeREST() {
	content := rest.OpenAPI(s.config.ProductName, s.config.BaseURL.Scheme+"://"+s.config.BaseURL.Host)
	s.openAPI = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/yaml")
		w.Header().Set("Cache-Control", "no-cache")
		httpcontent.Serve(w, r, content)
	}
}

// mountServices makes each service's handler twice: once for Connect's protocols and once behind the REST front. Both run
// the same gate and interceptors.
func (s *Server) mountServices() error {
	common := []connect.HandlerOption{
		connect.WithRequestGate(s.gate.request),
		connect.WithCompressMinBytes(1024),
	}
	checks := connect.WithInterceptors(
		connect.UnaryInterceptorFunc(convertErrors),
		connect.UnaryInterceptorFunc(checkText),
		validate.NewInterceptor(),
		connect.UnaryInterceptorFunc(s.gate.countLogins),
	)
	open := append([]connect.HandlerOption{
		connect.WithReadMaxBytes(rest.MaxBodyBytes),
		connect.WithCodec(jsonCodec{"json"}), connect.WithCodec(jsonCodec{"json; charset=utf-8"}),
		connect.WithInterceptors(connect.UnaryInterceptorFunc(tagReads)), checks,
	}, common...)

	mounts := func(options ...connect.HandlerOption) map[string]http.Handler {
		handlers := map[string]http.Handler{}
		for _, service := range s.config.Services {
			path, handler := service(options...)
			handlers[path] = handler
		}
		return handlers
	}
	s.procedures = mounts(open...)
	var names []string
	var descriptors []protoreflect.ServiceDescriptor
	for path := range s.procedures {
		name := strings.Trim(path, "/")
		descriptor, err := protoregistry.GlobalFiles.FindDescriptorByName(protoreflect.FullName(name))
		if err != nil {
			return fmt.Errorf("descriptor of %s: %w", name, err)
		}
		service := descriptor.(protoreflect.ServiceDescriptor)
		for i := range service.Methods().Len() {
			s.known[path+string(service.Methods().Get(i).Name())] = true
		}
		descriptors = append(descriptors, service)
		names = append(names, name)
	}
	var err error
	if s.gateway, err = rest.New(descriptors); err != nil {
		return err
	}
	behind := mounts(append(append(s.gateway.HandlerOptions(), checks), common...)...)
	s.gateway.SetHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), callTimeout)
		defer cancel()
		behind[servicePath(r.URL.Path)].ServeHTTP(w, r.WithContext(ctx))
	}))

	s.mountHealth(names)
	return nil
}

// mountHealth serves gRPC's own health and reflection services.
func (s *Server) mountHealth(names []string) {
	names = append(names, grpchealth.HealthV1ServiceName)
	mount := func(path string, handler http.Handler) { s.procedures[path] = handler }
	bound := connect.WithReadMaxBytes(rest.MaxBodyBytes)
	mount(grpchealth.NewHandler(healthChecker{names: names, ready: s.config.Ready}, bound))
	reflector := grpcreflect.NewStaticReflector(names...)
	mount(grpcreflect.NewHandlerV1(reflector, bound))
	mount(grpcreflect.NewHandlerV1Alpha(reflector, bound))
}

// servicePath is "/service.Name/" of "/service.Name/Method".
func servicePath(path string) string {
	if slash := strings.LastIndexByte(path, '/'); slash >= 0 {
		return path[:slash+1]
	}
	return ""
}

// guarded puts the gate in front of a route, and the documented error form behind it.
func (s *Server) guarded(route Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, exchange := r.Context(), exchangeOf(r.Context())
		exchange.procedure = route.Method + " " + route.Path
		setDeadlines(w, r, fileTimeout)
		exchange.quiet = route.Rule == (auth.Rule{Level: auth.Public})
		if !exchange.quiet { // a public file is neither counted nor asked for
			admitted, err := s.gate.admit(ctx, route.Rule, r.Header)
			if err != nil {
				rest.WriteFault(w, exchange.resolve(ctx, nil, err))
				return
			}
			ctx = admitted
		}
		if route.Rule.Limit == auth.LimitRead { // what is read from the database, and no file
			bounded, cancel := context.WithTimeout(ctx, callTimeout)
			defer cancel()
			ctx = bounded
		}
		if err := route.Handle(w, r.WithContext(ctx)); err != nil {
			rest.WriteFault(w, exchange.resolve(ctx, nil, err))
		}
	})
}

// writeFault answers in the form of the door the request came through.
func (s *Server) writeFault(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	if isProcedure(r.URL.Path) {
		// A caller who has gone away cannot be told so.
		_ = s.errors.Write(w, r, fault.ToConnect(f))
		return
	}
	rest.WriteFault(w, f)
}

// isProcedure says whether a path is of the form /package.Service/Method of a package served here.
func isProcedure(path string) bool {
	return strings.HasPrefix(path, "/uvboard.v1.") || strings.HasPrefix(path, "/grpc.")
}

type healthChecker struct {
	names []string
	ready func(context.Context) error
}

// Check answers for the whole process and for each service alike, since they stand and fall with the database.
func (h healthChecker) Check(ctx context.Context, request *grpchealth.CheckRequest) (*grpchealth.CheckResponse, error) {
	known := request.Service == ""
	for _, name := range h.names {
		known = known || name == request.Service
	}
	if !known {
		return nil, connect.NewError(connect.CodeNotFound, fmt.Errorf("unknown service %s", request.Service))
	}
	if isStopping(ctx) || h.ready(ctx) != nil {
		return &grpchealth.CheckResponse{Status: grpchealth.StatusNotServing}, nil
	}
	return &grpchealth.CheckResponse{Status: grpchealth.StatusServing}, nil
}
