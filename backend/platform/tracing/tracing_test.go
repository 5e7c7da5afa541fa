package tracing

import "testing"

func TestIsOn(t *testing.T) {
	for name, tc := range map[string]struct {
		env  map[string]string
		want bool
		err  bool
	}{
		"NothingSet": {nil, false, false},
		"OnlyAName":  {map[string]string{"OTEL_SERVICE_NAME": "board"}, false, false},
		"Endpoint":   {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, true, false},
		"TracesEndpoint": {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://collector:4318/v1/traces"},
			true, false},
		"DefaultEndpoint": {map[string]string{"OTEL_TRACES_EXPORTER": "otlp"}, true, false},
		"None": {map[string]string{"OTEL_TRACES_EXPORTER": "none",
			"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, false, false},
		"Disabled": {map[string]string{"OTEL_SDK_DISABLED": "true",
			"OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318"}, false, false},
		"OtherExporter": {map[string]string{"OTEL_TRACES_EXPORTER": "zipkin"}, false, true},
		"GRPC": {map[string]string{"OTEL_TRACES_EXPORTER": "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
			false, true},
		"HTTP": {map[string]string{"OTEL_TRACES_EXPORTER": "otlp",
			"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf"}, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := isOn(func(name string) string { return tc.env[name] }); got != tc.want ||
				(err != nil) != tc.err {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}
