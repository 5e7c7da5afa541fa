package server

import (
	"compress/gzip"
	"errors"
	"io"

	"connectrpc.com/connect"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/rest"
)

// gunzip unpacks the body of a call. Connect's own would go on unpacking what is too large to the end, only to say how
// large it was, and would report broken ones outside the form of every other error.
type gunzip struct {
	packed io.Reader
	reader gzip.Reader
	opened bool
	left   int
}

func newGunzip() connect.Decompressor { return &gunzip{} }

func newGzip() connect.Compressor { return gzip.NewWriter(io.Discard) }

// Reset begins another body.
func (g *gunzip) Reset(packed io.Reader) error {
	g.packed, g.opened, g.left = packed, false, rest.MaxBodyBytes
	return nil
}

func (g *gunzip) Read(p []byte) (int, error) {
	if !g.opened {
		if err := g.reader.Reset(g.packed); err != nil {
			return 0, brokenGzip(err)
		}
		g.opened = true
	}
	n, err := g.reader.Read(p)
	if g.left -= n; g.left < 0 {
		return n, fault.ToConnect(fault.Of(rest.TooLarge()))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, brokenGzip(err)
	}
	return n, err
}

// Close has nothing to do: what was read whole has been checked, and what was not has been refused.
func (g *gunzip) Close() error { return nil }

// brokenGzip reports what cannot be unpacked, or the error with which the body itself ended.
func brokenGzip(err error) error {
	if connectErr, ok := errors.AsType[*connect.Error](err); ok {
		return connectErr
	}
	return fault.ToConnect(fault.Of(fault.Malformed("The request body is not valid gzip.")))
}
