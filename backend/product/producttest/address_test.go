package producttest

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/address"
	"uvboard/backend/platform/apitest"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// itemPath matches the first variable of a path below projects, stories or threads.
var itemPath = regexp.MustCompile(`^/api/(?:admin/)?(?:projects|blog/posts|blog|forum/threads)/\{(\w+)\}`)

// TestShortForms requires an option of each field of a request that is the id of a project, a story or a thread, since
// the short form of the id names the item too.
func TestShortForms(t *testing.T) {
	for method := range apitest.Methods() {
		inPath := ""
		if rule, ok := proto.GetExtension(method.Options(), annotations.E_Http).(*annotations.HttpRule); ok {
			for _, path := range []string{rule.GetGet(), rule.GetPost(), rule.GetPut(), rule.GetPatch(),
				rule.GetDelete()} {
				if m := itemPath.FindStringSubmatch(path); m != nil {
					inPath = m[1]
				}
			}
		}
		checkNames(t, method.FullName(), method.Input(), inPath, map[protoreflect.FullName]bool{})
	}
}

func checkNames(t *testing.T, of protoreflect.FullName, d protoreflect.MessageDescriptor, inPath string,
	seen map[protoreflect.FullName]bool) {
	if seen[d.FullName()] {
		return
	}
	seen[d.FullName()] = true
	for i := range d.Fields().Len() {
		field := d.Fields().Get(i)
		if field.Message() != nil && !field.IsMap() {
			checkNames(t, of, field.Message(), "", seen)
			continue
		}
		name, kind := string(field.Name()), d.Fields().ByName("type")
		if target := d.Fields().ByName("target_type"); target != nil {
			kind = target
		}
		isID := name == inPath || name == "project_id" || name == "thread_id" || name == "thread_ids" ||
			kind != nil && (name == "id" || name == "ids" || name == "target_id" || name == "target_ids")
		if !isID || field.Kind() != protoreflect.StringKind {
			continue
		}
		named := proto.HasExtension(field.Options(), pb.E_Names)
		by, _ := proto.GetExtension(field.Options(), pb.E_NamesBy).(string)
		if !named && (by == "" || d.Fields().ByName(protoreflect.Name(by)) == nil) {
			t.Errorf("%s: %s takes no short form: give it the option names or names_by", of, field.FullName())
		}
	}
}

// pathByID returns an address with the id of the item in place of the words and the short form, as it was before.
func pathByID(t *testing.T, db *store.DB, whole string) string {
	t.Helper()
	for prefix, kind := range map[string]address.Kind{"/projects/": address.Projects, "/blog/": address.Stories,
		"/forum/thread/": address.Threads} {
		before, rest, found := strings.Cut(whole, prefix)
		if !found {
			continue
		}
		end := strings.IndexAny(rest+"/", "/?#")
		id, err := address.Find(t.Context(), db.Client(), kind, rest[:end])
		must.NoError(t, err)
		if id != uuid.Nil {
			return before + prefix + id.String() + rest[end:]
		}
	}
	return whole
}
