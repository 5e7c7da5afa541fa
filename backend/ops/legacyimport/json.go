package legacyimport

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

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

// owner returns the owner's fields of a record.
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

// File is the content of a file to import.
type File struct {
	Users    []json.RawMessage `json:"users"`
	Projects []json.RawMessage `json:"projects"`
}

// Parse reads a JSON list of projects, or an object with the lists users and projects. It does not check their
// elements.
func Parse(data []byte) (File, error) {
	var f File
	if !utf8.Valid(data) {
		return f, errors.New("not UTF-8: convert the file first")
	}
	err := json.Unmarshal(data, &f.Projects)
	if _, noList := errors.AsType[*json.UnmarshalTypeError](err); noList {
		err = json.Unmarshal(data, &f)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return f, fmt.Errorf("not JSON: %w, at byte %d", syntax, syntax.Offset)
	}
	if err != nil || f.Users == nil && f.Projects == nil {
		return f, errors.New("expected a JSON list of projects, or an object with the lists users and projects")
	}
	return f, nil
}
