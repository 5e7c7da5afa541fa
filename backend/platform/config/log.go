package config

import (
	"log/slog"
	"os"
)

// Logger returns a logger to standard error in the configured format and level. Without a format, a terminal gets text
// and everything else JSON.
func (c *Config) Logger() *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	format := c.LogFormat
	if format == "" {
		format = "json"
		if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			format = "text"
		}
	}
	if format == "text" {
		return slog.New(slog.NewTextHandler(os.Stderr, options))
	}
	return slog.New(slog.NewJSONHandler(os.Stderr, options))
}
