// Package server serves the services of the domains, REST, pages and files on one port, with the same checks for every
// protocol.
package server

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect"
	"connectrpc.com/grpchealth"
	"connectrpc.com/grpcreflect"
	"connectrpc.com/validate"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/httpcontent"
	"uvboard/backend/platform/idempotency"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/store"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// Service makes the generated handler of one service and returns it with its path, "/service.Name/".
type Service func(options ...connect.HandlerOption) (path string, handler http.Handler)

// Mount returns the Service of a generated constructor and the handler it takes.
func Mount[H any](constructor func(H, ...connect.HandlerOption) (string, http.Handler), handler H) Service {
	return func(options ...connect.HandlerOption) (string, http.Handler) { return constructor(handler, options...) }
}

// Route is a path that is not an RPC, such as a multipart upload or a file. It has the same checks as a procedure: its
// body is bounded and has arrived before Handle is called, the caller is checked again then, and Handle has a turn and
// a deadline. An error of Handle is answered in the documented REST form.
type Route struct {
	Method string
	Path   string // a pattern of net/http, such as /api/users/{id}/profile-pic or /uploads/
	Rule   auth.Rule
	Handle func(w http.ResponseWriter, r *http.Request) error
	// MaxBody is the largest body in bytes; 0 if Handle reads none. A body above that of a call counts as a write, and
	// a user sends one at a time.
	MaxBody int64
	// Timeout is for a Handle that waits for something other than the database, such as another machine. It takes no
	// turn. 0 is the time of a call.
	Timeout time.Duration
	// File says that Handle receives or sends a file, which may take long. It takes no turn and has no deadline, and it
	// calls Recheck when a body has arrived.
	File bool
	// CrossOrigin opens the path to pages of all sites. The cookies of a request are ignored, so that such a page acts
	// for nobody whose token it does not have.
	CrossOrigin bool
	// Challenge is the header WWW-Authenticate of a response that asks for a login; empty for none.
	Challenge string
}

// Config holds the dependencies and settings of a Server.
type Config struct {
	Services     []Service
	Routes       []Route
	CachedPaths  []string // whose anonymous GETs are cached: pages, REST paths and procedures
	Authenticate auth.Authenticator
	Version      func() uint64 // of the data: changes with every write
	// Named returns the ids of items of a kind, such as "project", by their short forms. It is nil if there are none.
	Named          func(ctx context.Context, kind string, shorts []string) (map[string]uuid.UUID, error)
	Ready          func(context.Context) error // nil if the database is reachable and its schema current
	Standbys       *store.Standbys             // answer reads; nil for none
	Web            http.Handler                // pages and files, for every other path
	ProductName    func() string               // in the description of the API
	BaseURL        *url.URL                    // the public origin
	TrustedProxies []netip.Prefix
	RateLimits     *ratelimit.Limiter     // nil for none
	Idempotency    *idempotency.Keys      // nil for none
	Collectors     []prometheus.Collector // additional metrics
	Tracer         trace.TracerProvider   // nil if tracing is off
	Log            *slog.Logger
}

// Server handles the requests of the public port.
type Server struct {
	config     Config
	gate       *gate
	work       *work
	large      largeBodies
	gateway    *rest.Gateway
	procedures map[string]http.Handler  // by "/service.Name/"
	known      map[string]bool          // "/service.Name/Method"; the generated handlers answer others in plain text
	streams    map[string]bool          // those of known that stream their response
	timeouts   map[string]time.Duration // of those of known that may take longer than callTimeout
	paths      *http.ServeMux           // neither procedures nor under /api
	cache      *responseCache
	open       map[string]bool // paths of routes that are open to pages of other sites
	// patterns of reads of public access, such as "GET /api/projects/{id}"
	publicReads map[string]bool
	origin      string // of the base URL
	named       named
	errors      *connect.ErrorWriter
	metrics     *metrics
}

// New returns a Server. It fails or panics on conflicting routes.
func New(config Config) (*Server, error) {
	s := &Server{
		config: config, gate: &gate{limits: config.RateLimits, authenticate: config.Authenticate,
			standbys: config.Standbys}, procedures: map[string]http.Handler{}, known: map[string]bool{},
		streams: map[string]bool{}, timeouts: map[string]time.Duration{},
		work: newWork(callsPerCPU * runtime.GOMAXPROCS(0)), paths: http.NewServeMux(), open: map[string]bool{},
		publicReads: map[string]bool{},
		origin:      originOf(config.BaseURL), errors: connect.NewErrorWriter(), metrics: newMetrics(config.Collectors),
	}
	s.cache = &responseCache{
		paths: map[string]bool{}, limits: s.gate.limits, version: config.Version, now: time.Now,
		responses: map[string]*cachedResponse{},
	}
	for _, path := range config.CachedPaths {
		s.cache.paths[path] = true
	}
	s.named.find = config.Named
	if err := s.mountServices(); err != nil {
		return nil, err
	}
	for _, route := range s.Routes() {
		if route.CrossOrigin && !s.open[route.Path] {
			s.open[route.Path] = true
			s.paths.HandleFunc(http.MethodOptions+" "+route.Path,
				func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
		}
		if route.Method == http.MethodGet && route.Rule == auth.PublicRead && !route.File {
			s.publicReads[route.Method+" "+route.Path] = true
		}
		if isREST(route.Path) {
			s.gateway.Handle(route.Method, route.Path, traced(config.Tracer, route, s.guarded(route)))
		} else {
			s.paths.Handle(route.Method+" "+route.Path, traced(config.Tracer, route, s.guarded(route)))
		}
	}
	s.paths.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeText(w, http.StatusOK,
			"ok\n")
	})
	s.paths.HandleFunc("GET /readyz", s.serveReady)
	return s, nil
}

// Routes returns all routes, those of the server itself included.
func (s *Server) Routes() []Route { return append(slices.Clone(s.config.Routes), s.ownRoutes()...) }

// ownRoutes returns the routes that belong to no domain.
func (s *Server) ownRoutes() []Route {
	return []Route{{
		Method: http.MethodGet, Path: "/openapi.yaml", Rule: auth.PublicRead,
		Handle: func(w http.ResponseWriter, r *http.Request) error {
			w.Header().Set("Content-Type", "application/yaml")
			w.Header().Set("Cache-Control", "no-cache")
			httpcontent.Serve(w, r, rest.OpenAPI(s.config.ProductName(), s.config.BaseURL.Scheme+"://"+
				s.config.BaseURL.Host))
			return nil
		},
	}}
}

// mountServices makes two handlers of each service: one for Connect's protocols and one behind the REST gateway. Both
// have the same gate and interceptors.
func (s *Server) mountServices() error {
	common := []connect.HandlerOption{
		connect.WithRequestGate(s.gate.request),
		connect.WithConditionalHandlerOptions(func(spec connect.Spec) []connect.HandlerOption {
			if spec.StreamType == connect.StreamTypeServer {
				// each event is encoded for each client
				return []connect.HandlerOption{connect.WithCompressMinBytes(math.MaxInt)}
			}
			return []connect.HandlerOption{connect.WithCompressMinBytes(1024)}
		}),
	}
	traces, err := traceCalls(s.config.Tracer)
	if err != nil {
		return fmt.Errorf("trace calls: %w", err)
	}
	checks := connect.WithInterceptors(append(traces,
		streamChecks{s.named},
		connect.UnaryInterceptorFunc(convertErrors),
		connect.UnaryInterceptorFunc(s.takeTurns),
		connect.UnaryInterceptorFunc(recheck),
		connect.UnaryInterceptorFunc(checkValues),
		validate.NewInterceptor(validate.WithValidator(validator{}), validate.WithoutErrorDetails()),
		connect.UnaryInterceptorFunc(s.named.inRequests),
		connect.UnaryInterceptorFunc(checkFlags),
		connect.UnaryInterceptorFunc(s.config.Idempotency.Intercept),
		connect.UnaryInterceptorFunc(s.gate.countLogins),
		connect.UnaryInterceptorFunc(notePublishAnyway),
		connect.UnaryInterceptorFunc(s.notePosition),
	)...)
	mount := func(options ...connect.HandlerOption) map[string]http.Handler {
		handlers := map[string]http.Handler{}
		for _, service := range s.config.Services {
			path, handler := service(append(options, common...)...)
			handlers[path] = handler
		}
		return handlers
	}
	s.procedures = mount(
		connect.WithReadMaxBytes(rest.MaxBodyBytes),
		connect.WithCodec(protoCodec{}), connect.WithCodec(jsonCodec{"json"}),
		connect.WithCodec(jsonCodec{"json; charset=utf-8"}),
		connect.WithInterceptors(connect.UnaryInterceptorFunc(tagReads)), checks,
	)
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
			method := service.Methods().Get(i)
			s.known[path+string(method.Name())], s.streams[path+string(method.Name())] = true,
				method.IsStreamingServer()
			if seconds, _ := proto.GetExtension(method.Options(), uvboardv1.E_CallSeconds).(int32); seconds > 0 {
				s.timeouts[path+string(method.Name())] = time.Duration(seconds) * time.Second
			}
		}
		descriptors = append(descriptors, service)
		names = append(names, name)
		routes, err := rest.Routes(service)
		if err != nil {
			return err
		}
		for _, route := range routes {
			if route.Method == http.MethodGet && auth.RuleOf(route.RPC).Level == auth.Public {
				s.publicReads[route.Method+" "+route.Pattern] = true
			}
		}
	}
	if s.gateway, err = rest.New(descriptors,
		func(ctx context.Context) *fault.Fault { return infoOf(ctx).fault }); err != nil {
		return err
	}
	behind := mount(append(s.gateway.HandlerOptions(), checks)...)
	s.gateway.SetHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := s.limitCall(w, r)
		defer cancel()
		behind[servicePath(r.URL.Path)].ServeHTTP(w, r.WithContext(ctx))
	}))
	s.mountHealth(names)
	return nil
}

func (s *Server) mountHealth(names []string) {
	names = append(names, grpchealth.HealthV1ServiceName)
	mount := func(path string, handler http.Handler) { s.procedures[path] = handler }
	bounds := connect.WithHandlerOptions(connect.WithReadMaxBytes(rest.MaxBodyBytes),
		connect.WithInterceptors(countReads{s.gate}))
	mount(grpchealth.NewHandler(healthChecker{names: names, ready: s.config.Ready}, bounds))
	reflector := grpcreflect.NewStaticReflector(names...)
	mount(grpcreflect.NewHandlerV1(reflector, bounds))
	mount(grpcreflect.NewHandlerV1Alpha(reflector, bounds))
}

// guarded returns the handler of a route behind the gate.
func (s *Server) guarded(route Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limitResponse(w, r, route.responseTime())
		ctx, info := r.Context(), infoOf(r.Context())
		info.procedure = route.Method + " " + route.Path
		info.quiet = route.Rule == auth.PublicFile
		err := error(nil)
		if info.quiet { // a public file is neither counted nor authenticated, unless its handler asks for the Caller
			info.authorize = func(ctx context.Context) (context.Context, error) {
				return s.gate.admit(ctx, auth.PublicRead, r.Header)
			}
		} else {
			ctx, err = s.gate.admit(ctx, route.Rule, r.Header)
			info.shared.read = !info.inside && route.Rule.Limit == auth.LimitRead
		}
		if info.quiet || route.Method == http.MethodGet && route.Rule.Limit == auth.LimitRead {
			ctx = s.config.Standbys.For(ctx, info.position)
		}
		if route.Rule.Limit != auth.LimitRead && !info.quiet && s.config.Standbys != nil {
			s.setPosition(w.Header(), store.Latest) // before the route writes, so it is not known yet
		}
		if err == nil {
			err = s.handle(route, w, r.WithContext(ctx))
		}
		if err != nil {
			f := info.resolve(ctx, nil, err)
			if f.Status() == http.StatusUnauthorized && route.Challenge != "" {
				w.Header().Set("WWW-Authenticate", route.Challenge)
			}
			rest.WriteFault(w, f)
		}
	})
}

type healthChecker struct {
	names []string
	ready func(context.Context) error
}

// Check reports the same for every service, since they all depend on the database.
func (h healthChecker) Check(ctx context.Context, request *grpchealth.CheckRequest) (*grpchealth.CheckResponse, error) {
	if request.Service != "" && !slices.Contains(h.names, request.Service) {
		return nil, connect.NewError(connect.CodeNotFound, fmt.Errorf("unknown service %s", request.Service))
	}
	if isStopping(ctx) || h.ready(ctx) != nil {
		return &grpchealth.CheckResponse{Status: grpchealth.StatusNotServing}, nil
	}
	return &grpchealth.CheckResponse{Status: grpchealth.StatusServing}, nil
}
