package rest

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// router finds what serves a path. net/http's own mux refuses pairs such as /users/{id}/stats beside
// /users/username/{username}; here a literal segment simply goes before a variable one.
type router struct{ root node }

type node struct {
	literal  map[string]*node
	variable *node
	methods  map[string]endpoint
}

type endpoint struct {
	handler http.Handler
	names   []string // of the variables on the way, in order
}

// add registers a handler for a method and a pattern such as /api/users/{id}.
func (rt *router) add(method, pattern string, handler http.Handler) error {
	segments, ok := strings.CutPrefix(pattern, "/")
	if !ok {
		return fmt.Errorf("rest: pattern %q does not begin with a slash", pattern)
	}
	at, names := &rt.root, []string(nil)
	for segment := range strings.SplitSeq(segments, "/") {
		if name, isVariable := Variable(segment); isVariable {
			names = append(names, name)
			if at.variable == nil {
				at.variable = &node{}
			}
			at = at.variable
			continue
		}
		if at.literal == nil {
			at.literal = map[string]*node{}
		}
		if at.literal[segment] == nil {
			at.literal[segment] = &node{}
		}
		at = at.literal[segment]
	}
	if _, taken := at.methods[method]; taken {
		return fmt.Errorf("rest: %s %s is registered twice", method, pattern)
	}
	if at.methods == nil {
		at.methods = map[string]endpoint{}
	}
	at.methods[method] = endpoint{handler: handler, names: names}
	return nil
}

// find looks a request up. The second answer lists the methods of the path when the request's is not among them;
// both are empty for an unknown path. The values of path variables are set on r.
func (rt *router) find(r *http.Request) (http.Handler, []string) {
	var values []string
	at := rt.root.match(strings.TrimPrefix(r.URL.EscapedPath(), "/"), &values)
	if at == nil {
		return nil, nil
	}
	found, ok := at.methods[r.Method]
	if !ok && r.Method == http.MethodHead {
		found, ok = at.methods[http.MethodGet]
	}
	if !ok {
		return nil, at.allowed()
	}
	for i, name := range found.names {
		r.SetPathValue(name, values[i])
	}
	return found.handler, nil
}

// match walks the rest of an escaped path, gathering the decoded values of variables.
func (n *node) match(rest string, values *[]string) *node {
	segment, rest, more := strings.Cut(rest, "/")
	segment, err := url.PathUnescape(segment)
	if err != nil || segment == "" {
		return nil
	}
	follow := func(next *node) *node {
		switch {
		case next == nil:
			return nil
		case more:
			return next.match(rest, values)
		case next.methods == nil:
			return nil
		default:
			return next
		}
	}
	if found := follow(n.literal[segment]); found != nil {
		return found
	}
	kept := len(*values)
	*values = append(*values, segment)
	if found := follow(n.variable); found != nil {
		return found
	}
	*values = (*values)[:kept]
	return nil
}

func (n *node) allowed() []string {
	var methods []string
	for method := range n.methods {
		methods = append(methods, method)
		if method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
	}
	slices.Sort(methods)
	return methods
}
