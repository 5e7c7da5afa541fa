package server

import (
	"log/slog"
	"net/http"
	"net/http/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics measures requests. Each server has its own registry.
type metrics struct {
	registry *prometheus.Registry
	inFlight prometheus.Gauge
	seconds  *prometheus.HistogramVec
}

func newMetrics(additional []prometheus.Collector) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "uvboard_requests_in_flight", Help: "Requests in progress.",
		}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "uvboard_request_seconds",
			Help:    "Duration of requests by procedure, door (the protocol), status and error code.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"procedure", "door", "status", "code"}),
	}
	m.registry.MustRegister(m.inFlight, m.seconds, collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(additional...)
	return m
}

func (m *metrics) observe(r *http.Request, info *requestInfo, status int, took time.Duration) {
	m.seconds.WithLabelValues(info.procedure, protocolOf(r), strconv.Itoa(status), info.code).Observe(took.Seconds())
}

// protocolOf returns the protocol of a request, for the label door.
func protocolOf(r *http.Request) string {
	contentType := r.Header.Get("Content-Type")
	switch {
	case isREST(r.URL.Path):
		return "rest"
	case !isProcedure(r.URL.Path):
		return "web"
	case strings.HasPrefix(contentType, "application/grpc-web"):
		return "grpc-web"
	case strings.HasPrefix(contentType, "application/grpc"):
		return "grpc"
	default:
		return "connect"
	}
}

// MetricsHandler serves Prometheus metrics and Go profiles, for a listener that only operators can reach.
func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	// A collector that fails, as without the database, does not hide the other metrics.
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, ErrorLog: slog.NewLogLogger(s.config.Log.Handler(), slog.LevelWarn),
	}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}
