// Package tracing sends OpenTelemetry traces to a collector, if the standard OTEL_ variables of the environment say so.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
)

// flushTime limits how long Stop waits for the collector.
const flushTime = 5 * time.Second

// Start returns a provider that exports spans by OTLP over HTTP, or nil if tracing is off. It is on if
// OTEL_TRACES_EXPORTER is otlp, or if the address of a collector is set. The SDK reads the other OTEL_ variables.
// Errors name the variable at fault.
func Start(ctx context.Context, version string, log *slog.Logger) (*trace.TracerProvider, error) {
	on, err := isOn(os.Getenv)
	if err != nil || !on {
		return nil, err
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "uvboard"),
			attribute.String("service.version", version)),
		resource.WithTelemetrySDK(),
		resource.WithFromEnv(), // the last one wins
	)
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces not sent", "error", err.Error()) }))
	return trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(about)), nil
}

// Stop sends the remaining spans, also after ctx has ended. A nil provider is off.
func Stop(ctx context.Context, provider *trace.TracerProvider) error {
	if provider == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
	defer cancel()
	if err := provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("send the last traces: %w", err)
	}
	return nil
}

func isOn(env func(string) string) (bool, error) {
	if env("OTEL_SDK_DISABLED") == "true" {
		return false, nil
	}
	endpoint := env("OTEL_EXPORTER_OTLP_ENDPOINT") + env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	switch env("OTEL_TRACES_EXPORTER") {
	case "none":
		return false, nil
	case "":
		if endpoint == "" {
			return false, nil
		}
	case "otlp":
	default:
		return false, errors.New("OTEL_TRACES_EXPORTER must be otlp or none")
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if protocol := env(name); protocol != "" && protocol != "http/protobuf" {
			return false, fmt.Errorf("%s must be http/protobuf", name)
		}
	}
	return true, nil
}
