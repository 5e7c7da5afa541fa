// Package report writes results as Markdown tables.
package report

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Head begins a table.
func Head(w io.Writer, columns ...any) {
	Row(w, columns...)
	fmt.Fprintln(w, "|"+strings.Repeat("---|", len(columns)))
}

// Row writes a row. Times are in milliseconds, from one second on in seconds.
func Row(w io.Writer, cells ...any) {
	for _, cell := range cells {
		if d, ok := cell.(time.Duration); ok {
			cell = Time(d)
		}
		fmt.Fprintf(w, "| %v ", cell)
	}
	fmt.Fprintln(w, "|")
}

// Time is a time as a row has it.
func Time(d time.Duration) string {
	if d >= time.Second {
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.2f ms", d.Seconds()*1000)
}
