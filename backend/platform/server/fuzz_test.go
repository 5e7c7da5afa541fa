package server

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/rest"
	pb "uvboard/gen/uvboard/v1"
)

// Whatever bytes come as a message are read, or noted as unreadable; and what is read says the same in every form.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"id":"x","project":{"title":"Kiln","stage":"STAGE_MVP","tags":{"values":["a"]},"impact":{"metrics":{"custom":{"a":[1,{"b":null}]}}}}}`,
		`{"id":"x","later":[[{}]],"project":{"vibeTools":{"values":["VIBE_TOOL_REACT","x"]}}}`, `{"project":{"stage":99}}`, `{"id":`, `[]`, `{"id":"\ud800"}`, strings.Repeat(`{"project":`, 50),
		"\x0a\x01x\x12\x06\x0a\x04Kiln", "\x0a\x01\xff", "\xfa\xff\xff\xff\x0f\x02id", "\x12\x02\x38\x63",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, codec := range []connect.Codec{jsonCodec{"json"}, protoCodec{}} {
			message := &pb.UpdateProjectRequest{}
			if err := codec.Unmarshal(data, message); err != nil {
				t.Fatalf("%s: %v, which Connect would tell in words of its own", codec.Name(), err)
			}
			if _, unreadable := isUnreadable(message.ProtoReflect()); unreadable {
				continue
			}
			if names, _ := findBad(message.ProtoReflect(), nil); names != nil {
				continue // refused with the name of the field
			}
			known, err := proto.Marshal(message)
			if err != nil {
				t.Fatalf("%s: what was read cannot be carried: %v", codec.Name(), err)
			}
			if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(known, message); err != nil {
				t.Fatal(err)
			}
			text, err := protojson.Marshal(message)
			if err != nil {
				continue // a metric that is no number JSON has, which the service refuses
			}
			again := &pb.UpdateProjectRequest{}
			if err := (jsonCodec{"json"}).Unmarshal(text, again); err != nil || !proto.Equal(again, message) {
				t.Fatalf("%s: -want +got (%v)\n-%v\n+%v", codec.Name(), err, message, again)
			}
		}
	})
}

// A packed body is unpacked as far as a call may be long, and broken ones end in an error of the documented form.
func FuzzGunzip(f *testing.F) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(`{"id":"one"}`)) // a buffer takes everything
	_ = w.Close()
	f.Add(packed.Bytes())
	f.Add(packed.Bytes()[:packed.Len()-4])
	f.Add(append(packed.Bytes(), packed.Bytes()...))
	f.Add([]byte("\x1f\x8b"))
	unpack := newGunzip()
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := unpack.Reset(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, unpack)
		if _, ok := errors.AsType[*connect.Error](err); err != nil && !ok {
			t.Fatalf("%v is no error of a call", err)
		}
		if n > rest.MaxBodyBytes+64<<10 {
			t.Fatalf("%d bytes were unpacked", n)
		}
		if err := unpack.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// Whatever proxies claim, the address that calls are counted by is one, and a stranger's claims count for nothing.
func FuzzClientAddr(f *testing.F) {
	for _, seed := range []string{"", "192.0.2.1", "192.0.2.1, 10.0.0.1", ",,", "unknown", "[2001:db8::1]:80", "fe80::1%eth0", "::ffff:10.0.0.9", "999.1.1.1, 10.0.0.2"} {
		f.Add(seed)
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, claimed string) {
		for _, peer := range []string{"10.0.0.1:1", "198.51.100.7:1", "[::ffff:198.51.100.7]:1"} {
			r := &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": {claimed}}}
			addr := clientAddr(r, trusted)
			if !addr.IsValid() || addr.Zone() != "" || addr.Is4In6() {
				t.Fatalf("%q from %s is %v", claimed, peer, addr)
			}
			if !strings.HasPrefix(peer, "10.") && addr.String() != "198.51.100.7" {
				t.Fatalf("a stranger who claims %q is %v", claimed, addr)
			}
		}
	})
}
