package alive

import (
	"bufio"
	"bytes"
	"strings"
)

// Bounds of what is read and kept of robots.txt files, which anybody writes whose project has a link.
const (
	maxRobotsFile = 64 << 10 // the rest of a file does not count
	maxRobotsKept = 16 << 20 // of all files; then all are forgotten
)

// rules are the rules of a robots.txt for one agent. The zero value allows everything.
type rules []rule

type rule struct {
	allows  bool
	pattern string // * matches any text, and $ at the end the end of the path
}

// readRobots returns the rules of a robots.txt for an agent, else those for all agents (RFC 9309). Its time and memory
// are in proportion to the length of the file.
func readRobots(file []byte, agent string) rules {
	var (
		own, others              rules
		isOwn, isOthers, inRules bool // of the group that is read
		named                    bool // the file has a group for the agent
	)
	lines := bufio.NewScanner(bytes.NewReader(file[:min(len(file), maxRobotsFile)]))
	lines.Buffer(nil, maxRobotsFile+1)
	for lines.Scan() {
		line, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "\uFEFF"), "#")
		field, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch field = strings.ToLower(strings.TrimSpace(field)); field {
		case "user-agent":
			if inRules {
				isOwn, isOthers, inRules = false, false, false
			}
			isOwn, isOthers = isOwn || strings.EqualFold(value, agent), isOthers || value == "*"
			named = named || isOwn
		case "allow", "disallow":
			inRules = true
			if !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "*") && value != "" {
				value = "/" + value
			}
			one := rule{field == "allow", strings.Clone(value)} // does not keep the rest of its line
			switch {
			case value == "": // no rule
			case isOwn:
				own = append(own, one)
			case isOthers:
				others = append(others, one)
			}
		}
	}
	if named {
		return own
	}
	return others
}

// allow reports whether a path may be asked for: by the longest rule that matches it, and by one that allows it among
// equals.
func (all rules) allow(path string) bool {
	allowed, length := true, -1
	for _, r := range all {
		n := len(r.pattern)
		if (n > length || n == length && r.allows) && r.matches(path) {
			allowed, length = r.allows, n
		}
	}
	return allowed
}

// matches reports whether a path begins with what the pattern describes. Each part is looked for once, behind the one
// before, so that no pattern takes longer than the path and the pattern together.
func (r rule) matches(path string) bool {
	pattern, toEnd := strings.CutSuffix(r.pattern, "$")
	first, rest, hasStar := strings.Cut(pattern, "*")
	path, ok := strings.CutPrefix(path, first)
	if !ok || !hasStar {
		return ok && (!toEnd || path == "")
	}
	parts := strings.Split(rest, "*")
	last := len(parts) - 1
	for i, part := range parts {
		if i == last && toEnd {
			return strings.HasSuffix(path, part)
		}
		at := strings.Index(path, part)
		if at < 0 {
			return false
		}
		path = path[at+len(part):]
	}
	return true
}

// size is about how many bytes the rules take in memory.
func (all rules) size() int {
	n := 100 // of the entry
	for _, r := range all {
		n += 32 + len(r.pattern)
	}
	return n
}
