package main

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	"uvboard/backend/platform/address"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// serveReference runs a reference server:
//
//	--database URL       one prepared query and encoding/json: /list?before=ID, /page?id=ID,
//	                     /search?word=WORD&kind=KIND; /threads, /posts?thread=ID, /story?id=ID
//	--origin URL         of the pages of the database
//	--responses FILE     fixed responses by request target, as a JSON object of response
//	--message FILE       connect-go with a fixed ListProjectsResponse
func serveReference(_ context.Context, args []string) error {
	flags := flag.NewFlagSet("reference", flag.ExitOnError)
	database := flags.String("database", "", "")
	origin := flags.String("origin", "", "")
	responses := flags.String("responses", "", "")
	message := flags.String("message", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var (
		handler http.Handler
		err     error
	)
	switch {
	case *database != "":
		handler, err = newBare(*database, *origin)
	case *responses != "":
		handler, err = newFixedResponses(*responses)
	default:
		handler, err = newFixedMessage(*message)
	}
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf(`{"msg":"listening","addr":%q}`+"\n", listener.Addr())
	return http.Serve(listener, handler)
}

// response is a fixed response.
type response struct {
	ContentType, Encoding string
	Body                  []byte
}

func newFixedResponses(file string) (http.Handler, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var responses map[string]response
	if err := json.Unmarshal(content, &responses); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fixed, ok := responses[r.RequestURI]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", fixed.ContentType)
		if fixed.Encoding != "" {
			w.Header().Set("Content-Encoding", fixed.Encoding)
		}
		_, _ = w.Write(fixed.Body) // fails only if the client has disconnected
	}), nil
}

// fixedMessage returns the same message for every list.
type fixedMessage struct {
	uvboardv1connect.UnimplementedProjectServiceHandler
	list *pb.ListProjectsResponse
}

func (m fixedMessage) ListProjects(context.Context, *pb.ListProjectsRequest) (*pb.ListProjectsResponse, error) {
	return m.list, nil
}

func newFixedMessage(file string) (http.Handler, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list := &pb.ListProjectsResponse{}
	if err := proto.Unmarshal(content, list); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(uvboardv1connect.NewProjectServiceHandler(fixedMessage{list: list}))
	return mux, nil
}

// bareProject is a project in REST.
type bareProject struct {
	ID                   string          `json:"id"`
	UserID               string          `json:"userId"`
	Title                string          `json:"title"`
	Tagline              string          `json:"tagline"`
	Description          string          `json:"description"`
	Logo                 string          `json:"logo"`
	CoverImage           string          `json:"coverImage"`
	Upvotes              int             `json:"upvotes"`
	Downvotes            int             `json:"downvotes"`
	Stage                string          `json:"stage"`
	PrimaryCategory      string          `json:"primaryCategory"`
	SecondaryCategories  json.RawMessage `json:"secondaryCategories"`
	VibeTools            json.RawMessage `json:"vibeTools"`
	CustomTools          json.RawMessage `json:"customTools"`
	Monetization         string          `json:"monetization"`
	LookingFor           json.RawMessage `json:"lookingFor"`
	IsPublic             bool            `json:"isPublic"`
	Tags                 json.RawMessage `json:"tags"`
	Links                bareLinks       `json:"links"`
	Media                bareMedia       `json:"media"`
	Impact               bareImpact      `json:"impact"`
	CreatedAt            time.Time       `json:"createdAt"`
	UpdatedAt            time.Time       `json:"updatedAt"`
	PublishedAt          *time.Time      `json:"publishedAt"`
	LaunchDate           string          `json:"launchDate"`
	IsFeatured           bool            `json:"isFeatured"`
	IsHidden             bool            `json:"isHidden"`
	CommentCount         int             `json:"commentCount"`
	Author               bareAuthor      `json:"author"`
	DescriptionGenerated bool            `json:"descriptionGenerated"`
	Excerpt              string          `json:"excerpt"`
	FeaturedReason       string          `json:"featuredReason"`
	FeedbackCount        int             `json:"feedbackCount"`
	FeedbackThreadID     *string         `json:"feedbackThreadId"`
	FirstAnswerAt        *time.Time      `json:"firstAnswerAt"`
	Via                  *string         `json:"via"`
	IsAwaiting           bool            `json:"isAwaiting"`
	URL                  string          `json:"url"`
	Build                bareBuild       `json:"build"`
	Alive                bareAlive       `json:"alive"`
}

type bareBuild struct {
	Code   *string `json:"code"`
	Hours  *int    `json:"hours"`
	Cost   *int    `json:"cost"`
	Lesson string  `json:"lesson"`
}

type bareAlive struct {
	State     string     `json:"state"`
	Share90   *float64   `json:"share90"`
	CheckedAt *time.Time `json:"checkedAt"`
}

type bareLinks struct {
	Demo    string `json:"demo"`
	Repo    string `json:"repo"`
	Discord string `json:"discord"`
	Twitter string `json:"twitter"`
	Website string `json:"website"`
	Docs    string `json:"docs"`
}

type bareMedia struct {
	Screenshots []string `json:"screenshots"`
	Videos      []string `json:"videos"`
}

type bareImpact struct {
	Problem  string      `json:"problem"`
	Solution string      `json:"solution"`
	Metrics  bareMetrics `json:"metrics"`
}

type bareMetrics struct {
	Users   *float64        `json:"users"`
	Revenue *float64        `json:"revenue"`
	Custom  json.RawMessage `json:"custom"`
}

type bareAuthor struct {
	ID          string `json:"id"`
	Username    string `json:"username"`
	DisplayName string `json:"displayName"`
	ViberTag    string `json:"viberTag"`
	Avatar      string `json:"avatar"`
}

const bareColumns = `SELECT p.id, p.user_id, p.title, p.tagline, p.description, p.logo, p.cover_image, p.upvotes, p.downvotes,
	p.stage, p.primary_category, p.secondary_categories, p.vibe_tools, p.custom_tools, p.monetization, p.looking_for, p.is_public,
	p.tags, p.links, p.media, p.impact, p.created_at, p.updated_at, p.published_at, p.launch_date, p.featured_at IS NOT NULL,
	p.hidden_at IS NOT NULL, p.comment_count, p.excerpt, p.featured_reason, p.feedback_count, p.feedback_thread_id,
	p.first_answer_at, p.short, nullif(p.build_code, ''), p.build_hours, p.build_cost, p.build_lesson, p.alive, p.alive_share,
	p.alive_checked_at, u.id, u.username, u.display_name, u.viber_tag, u.avatar
	FROM projects p JOIN users u ON u.id = p.user_id `

// newBare serves prepared queries with net/http and encoding/json: without sessions, rate limits, validation and logs.
func newBare(database, origin string) (http.Handler, error) {
	// The number of connections with the best rate.
	driver, dsn, conns := "postgres", database, clients
	if path, ok := strings.CutPrefix(database, "sqlite://"); ok {
		driver, conns = "sqlite", 4
		dsn = "file:" + path + "?mode=ro&_pragma=query_only(1)&_pragma=busy_timeout(5000)&_time_format=sqlite"
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	b := &bare{db: db, mux: http.NewServeMux(), origin: origin}
	serveRows(b, "/list", bareColumns+`WHERE p.is_public AND p.alive <> 'gone' AND p.id < $1 ORDER BY p.id DESC LIMIT 21`, b.scanProject, 20,
		"before")
	serveRows(b, "/page", bareColumns+`WHERE p.is_public AND p.id = $1`, b.scanProject, 1, "id")
	b.forum()
	b.stories()
	search, err := searchHandler(db, driver == "sqlite")
	b.mux.HandleFunc("GET /search", search)
	return b.mux, errors.Join(b.err, err)
}

type bare struct {
	db  *sql.DB
	mux *http.ServeMux
	// origin begins the addresses of pages.
	origin string
	err    error // of the first query that could not be prepared
}

// serveRows serves the rows of a query whose arguments are parameters of the URL: at most n, or the only one without a
// list if n is 1.
func serveRows[T any](b *bare, path, query string, scan func(*sql.Rows, *T) error, n int, parameters ...string) {
	statement, err := b.db.Prepare(query)
	b.err = cmp.Or(b.err, err)
	b.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
		given, args := r.URL.Query(), make([]any, len(parameters))
		for i, name := range parameters {
			args[i] = given.Get(name)
			if at, err := time.Parse(time.RFC3339Nano, given.Get(name)); err == nil {
				args[i] = at
			}
		}
		found, err := read(r.Context(), statement, args, scan)
		if err != nil || n == 1 && len(found) == 0 {
			http.Error(w, fmt.Sprint("no rows ", err), http.StatusInternalServerError)
			return
		}
		var answer any = found[:min(len(found), n)]
		if n == 1 {
			answer = found[0]
		}
		content, err := json.Marshal(answer)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(content) // fails only if the client has disconnected
	})
}

func read[T any](ctx context.Context, query *sql.Stmt, args []any,
	scan func(*sql.Rows, *T) error) (found []T, err error) {
	rows, err := query.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found = []T{}
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, rows.Err()
}

func (b *bare) scanProject(rows *sql.Rows, p *bareProject) error {
	var (
		links, media, impact []byte
		stored               storedImpact
		short                string
	)
	p.Media.Screenshots, p.Media.Videos = []string{}, []string{}
	if err := rows.Scan(&p.ID, &p.UserID, &p.Title, &p.Tagline, &p.Description, &p.Logo, &p.CoverImage, &p.Upvotes,
		&p.Downvotes,
		&p.Stage, &p.PrimaryCategory, &p.SecondaryCategories, &p.VibeTools, &p.CustomTools, &p.Monetization,
		&p.LookingFor, &p.IsPublic,
		&p.Tags, &links, &media, &impact, &p.CreatedAt, &p.UpdatedAt, &p.PublishedAt, &p.LaunchDate, &p.IsFeatured,
		&p.IsHidden, &p.CommentCount, &p.Excerpt, &p.FeaturedReason, &p.FeedbackCount, &p.FeedbackThreadID,
		&p.FirstAnswerAt, &short, &p.Build.Code, &p.Build.Hours, &p.Build.Cost, &p.Build.Lesson, &p.Alive.State,
		&p.Alive.Share90, &p.Alive.CheckedAt, &p.Author.ID, &p.Author.Username,
		&p.Author.DisplayName, &p.Author.ViberTag, &p.Author.Avatar); err != nil {
		return err
	}
	if err := json.Unmarshal(links, &p.Links); err != nil {
		return err
	}
	if err := json.Unmarshal(media, &p.Media); err != nil {
		return err
	}
	if err := json.Unmarshal(impact, &stored); err != nil {
		return err
	}
	p.URL = b.origin + address.Project(p.Title, short)
	p.Impact = bareImpact{Problem: stored.Problem, Solution: stored.Solution,
		Metrics: bareMetrics{Users: stored.Users, Revenue: stored.Revenue, Custom: stored.Custom}}
	if p.Impact.Metrics.Custom == nil {
		p.Impact.Metrics.Custom = json.RawMessage("{}")
	}
	return nil
}

type storedImpact struct {
	Problem, Solution string
	Users, Revenue    *float64
	Custom            json.RawMessage
}
