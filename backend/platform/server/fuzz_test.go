package server

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	pb "uvboard/gen/uvboard/v1"
)

// Any bytes are decoded or refused without a panic, and a decoded message survives a round trip through JSON.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"id":"x","project":{"title":"Kiln","stage":"STAGE_MVP","tags":{"values":["a"]},"impact":{"metrics":{"custom":{"a":[1,{"b":null}]}}}}}`,
		`{"id":"x","later":[[{}]],"project":{"vibeTools":{"values":["VIBE_TOOL_REACT","x"]}}}`, `{"project":{"stage":99}}`, `{"id":`, `[]`, `{"id":"\ud800"}`, strings.Repeat(`{"project":`, 50),
		"\x0a\x01x\x12\x06\x0a\x04Kiln", "\x0a\x01\xff", "\xfa\xff\xff\xff\x0f\x02id", "\x12\x02\x38\x63",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, unmarshal := range map[string]func([]byte, proto.Message) error{
			"json":  func(data []byte, m proto.Message) error { return jsonCodec{}.Unmarshal(data, m) },
			"proto": proto.Unmarshal,
		} {
			message := &pb.UpdateProjectRequest{}
			if unmarshal(data, message) != nil {
				continue
			}
			if names, _ := findBad(message.ProtoReflect(), nil); names != nil {
				continue // refused with the name of the field
			}
			known, err := proto.Marshal(message)
			if err != nil {
				t.Fatalf("%s: what was read cannot be carried: %v", name, err)
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
				t.Fatalf("%s: -want +got (%v)\n-%v\n+%v", name, err, message, again)
			}
		}
	})
}

// The client address is always valid, whatever X-Forwarded-For says, and only trusted proxies can set it.
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
