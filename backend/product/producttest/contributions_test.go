package producttest

import (
	"maps"
	"slices"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/product"
	pb "uvboard/gen/uvboard/v1"
)

// What domains contribute to notifications and webhooks has a word in the API, and each word is contributed.
func TestContributedKindsAreInTheProto(t *testing.T) {
	db := storetest.Open(t, storetest.SQLiteURL(t))
	domains := product.New(testConfig(t), db, openUploads(t, testConfig(t), db)).Domains
	// of texts, and of events of any item
	notices, webhooks := []string{"mention"}, []string{"follower.added", "moderation.decided", "ping"}
	for _, n := range domain.Collect(domains, func(d domain.Domain) []domain.Notice { return d.Notices }) {
		notices = append(notices, n.Kind)
		if n.Line == nil {
			t.Errorf("the notice %s has no sentence", n.Kind)
		}
	}
	for _, k := range domain.ItemKinds(domains) {
		for _, of := range append(slices.Collect(maps.Values(k.WebhooksIn)), k.Webhooks) {
			webhooks = slices.AppendSeq(webhooks, maps.Values(of))
		}
	}
	for _, c := range []struct {
		enum        protoreflect.Enum
		contributed []string
	}{{pb.NotificationKind(0), notices}, {pb.WebhookEvent(0), webhooks}} {
		values := c.enum.Descriptor().Values()
		var words []string
		for i := 1; i < values.Len(); i++ {
			words = append(words, enumname.OfNumber(c.enum.Descriptor(), values.Get(i).Number()))
		}
		slices.Sort(words)
		slices.Sort(c.contributed)
		if got := slices.Compact(c.contributed); !slices.Equal(got, words) {
			t.Errorf("%s: %v are contributed, want %v", c.enum.Descriptor().Name(), got, words)
		}
	}
}
