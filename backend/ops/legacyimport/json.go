package legacyimport

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// projectRecord is a project in the JSON of the older system.
type projectRecord struct {
	ID                  text   `json:"id"`
	UserID              text   `json:"userId"`
	Title               text   `json:"title"`
	Tagline             text   `json:"tagline"`
	Description         text   `json:"description"`
	Logo                text   `json:"logo"`
	CoverImage          text   `json:"coverImage"`
	Stage               text   `json:"stage"`
	Status              text   `json:"status"`
	PrimaryCategory     text   `json:"primaryCategory"`
	Category            text   `json:"category"`
	SecondaryCategories texts  `json:"secondaryCategories"`
	VibeTools           texts  `json:"vibeTools"`
	TechStack           texts  `json:"techStack"`
	Monetization        text   `json:"monetization"`
	LookingFor          texts  `json:"lookingFor"`
	Tags                texts  `json:"tags"`
	IsPublic            *bool  `json:"isPublic"`
	CreatedAt           moment `json:"createdAt"`
	LaunchDate          text   `json:"launchDate"`
	Links               struct {
		Demo    text `json:"demo"`
		Repo    text `json:"repo"`
		Discord text `json:"discord"`
		Twitter text `json:"twitter"`
		Website text `json:"website"`
		Docs    text `json:"docs"`
	} `json:"links"`
	Media struct {
		Screenshots texts `json:"screenshots"`
		Videos      texts `json:"videos"`
	} `json:"media"`
	Impact struct {
		Problem  text           `json:"problem"`
		Solution text           `json:"solution"`
		Metrics  map[string]any `json:"metrics"`
	} `json:"impact"`
	Author userRecord `json:"author"`
}

// userRecord is a user in the JSON of the older system.
type userRecord struct {
	ID            text   `json:"id"`
	Username      text   `json:"username"`
	Email         text   `json:"email"`
	DisplayName   text   `json:"displayName"`
	Avatar        text   `json:"avatar"`
	ProfilePicURL text   `json:"profilePicUrl"`
	Bio           text   `json:"bio"`
	Location      text   `json:"location"`
	Skills        texts  `json:"skills"`
	JoinedAt      moment `json:"joinedAt"`
	CreatedAt     moment `json:"createdAt"`
	SocialLinks   struct {
		GitHub   text `json:"github"`
		Twitter  text `json:"twitter"`
		LinkedIn text `json:"linkedin"`
		Website  text `json:"website"`
	} `json:"socialLinks"`
}

// owner returns what a record says of its owner.
func (r projectRecord) owner() userRecord {
	u := r.Author
	if r.UserID != "" {
		u.ID = r.UserID
	}
	return u
}

// text is a JSON string, number or null.
type text string

func (t *text) UnmarshalJSON(data []byte) error {
	var value any
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return err
	}
	switch v := value.(type) {
	case nil:
	case string:
		*t = text(v)
	case json.Number:
		*t = text(v)
	default:
		return fmt.Errorf("%s is not a text", data)
	}
	return nil
}

// texts is a JSON list of texts, one string of comma-separated texts, or null.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	var list []text
	if err := json.Unmarshal(data, &list); err == nil {
		for _, v := range list {
			*t = append(*t, string(v))
		}
		return nil
	}
	var one text
	if err := json.Unmarshal(data, &one); err != nil {
		return fmt.Errorf("%s is not a list of texts", data)
	}
	for v := range strings.SplitSeq(string(one), ",") {
		*t = append(*t, v)
	}
	return nil
}

// moment is a time or a date in a JSON string, or null for the zero time.
type moment struct{ time.Time }

func (m *moment) UnmarshalJSON(data []byte) error {
	var value text
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	if value == "" {
		return nil
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(layout, string(value)); err == nil {
			m.Time = at.UTC()
			return nil
		}
	}
	return fmt.Errorf("%q is not a time", string(value))
}

var errNoProjects = errors.New("expected a JSON list of projects, or an object with the lists users and projects")

// walk calls each for the elements of a list, one at a time, so that the file's size costs no memory. The file is a list of
// projects, or an object of lists by name.
func walk(file io.Reader, list string, each func(n int, element json.RawMessage) error) error {
	decoder := json.NewDecoder(file)
	err := walkFile(decoder, list, each)
	switch wrong, isSyntax := errors.AsType[*json.SyntaxError](err); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: the file ends too early")
	case isSyntax:
		return fmt.Errorf("not JSON: %w, at byte %d", wrong, wrong.Offset)
	}
	return err
}

func walkFile(decoder *json.Decoder, list string, each func(n int, element json.RawMessage) error) error {
	start, err := decoder.Token()
	if err != nil {
		return err
	}
	switch start {
	case json.Delim('['):
		if list != "projects" {
			return nil
		}
		return walkList(decoder, each)
	case json.Delim('{'):
	default:
		return errNoProjects
	}
	known := false
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		known = known || name == "users" || name == "projects"
		if name == list {
			open, err := decoder.Token()
			if err != nil {
				return err
			}
			if open != json.Delim('[') {
				return fmt.Errorf("%q must be a list", list)
			}
			if err := walkList(decoder, each); err != nil {
				return err
			}
			continue
		}
		if err := skip(decoder); err != nil {
			return err
		}
	}
	if _, err = decoder.Token(); err == nil && !known {
		return errNoProjects
	}
	return err
}

func walkList(decoder *json.Decoder, each func(n int, element json.RawMessage) error) error {
	for n := 1; decoder.More(); n++ {
		var element json.RawMessage
		if err := decoder.Decode(&element); err != nil {
			return fmt.Errorf("element %d: %w", n, err)
		}
		if err := each(n, element); err != nil {
			return err
		}
	}
	_, err := decoder.Token()
	return err
}

// skip reads past a value without keeping it in memory.
func skip(decoder *json.Decoder) error {
	depth := 0
	for {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}
