package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"connectrpc.com/connect"
	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"uvboard/backend/platform/config"
	"uvboard/backend/platform/letters"
	"uvboard/backend/platform/rest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

const (
	clientTime     = 2 * time.Minute // for a request, an upload included
	maxDescription = 3000
	minDescription = 50
	maxShots       = 20
)

// remote is a server that the client commands talk to.
type remote struct {
	Server string `json:"server"`
	Token  string `json:"token"`
}

// boardFile is where login stores the server and its token.
func boardFile() (string, error) {
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "uvboard", "client.json"), err
}

// RoundTrip sends the token with every request.
func (b remote) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.Token)
	return http.DefaultTransport.RoundTrip(r)
}

func (b remote) http() *http.Client { return &http.Client{Transport: b, Timeout: clientTime} }

// call makes one call. A generated client would link the code of all calls of its service: 1 MB for three of them.
func call[Response, Request any](ctx context.Context, b remote, procedure string, request *Request) (*Response, error) {
	response, err := connect.NewClient[Request, Response](b.http(), b.Server+procedure).
		CallUnary(ctx, connect.NewRequest(request))
	if err != nil {
		return nil, explain(err)
	}
	return response.Msg, nil
}

// user returns the user of the token.
func (b remote) user(ctx context.Context) (*pb.SessionUser, error) {
	session, err := call[pb.GetSessionResponse](ctx, b, uvboardv1connect.AccountServiceGetSessionProcedure,
		&pb.GetSessionRequest{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Server, err)
	}
	if session.User == nil {
		return nil, errors.New("the token is missing: run `uvboard login --server URL`, or set UVBOARD_TOKEN")
	}
	return session.User, nil
}

// projects returns the user's projects, drafts included, newest first.
func (b remote) projects(ctx context.Context, userID string) (all []*pb.Project, err error) {
	for token := ""; ; {
		page, err := call[pb.ListUserProjectsResponse](ctx, b, uvboardv1connect.UserServiceListUserProjectsProcedure,
			&pb.ListUserProjectsRequest{Id: userID, PageSize: 100, PageToken: token})
		if err != nil {
			return nil, err
		}
		all = append(all, page.Projects...)
		if token = page.NextPageToken; token == "" {
			return all, nil
		}
	}
}

// explain returns the server's message with that of each field.
func explain(err error) error {
	wrapped, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return err
	}
	text := wrapped.Message()
	for _, d := range wrapped.Details() {
		if value, err := d.Value(); err == nil {
			if detail, ok := value.(*pb.ErrorDetail); ok {
				for _, name := range slices.Sorted(maps.Keys(detail.Fields)) {
					text += "\n" + name + ": " + detail.Fields[name]
				}
			}
		}
	}
	return errors.New(text)
}

// talk returns the function of a client command. The server and the token are those of the flags and variables, else of
// the login.
func talk(do func(cmd *cobra.Command, b remote, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := config.ApplyEnv(cmd.Flags(), os.LookupEnv); err != nil {
			return failure{err}
		}
		server, _ := cmd.Flags().GetString("server") // a flag of every client command
		b := remote{strings.TrimRight(server, "/"), os.Getenv("UVBOARD_TOKEN")}
		if cmd.Name() != "login" {
			var err error
			if b, err = b.orStored(); err != nil {
				return failure{err}
			}
		}
		if u, err := url.Parse(b.Server); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return failure{errors.New("UVBOARD_SERVER (--server) must be an address such as https://board.example")}
		}
		if err := do(cmd, b, args); err != nil {
			return failure{err}
		}
		return nil
	}
}

// orStored fills what is empty from the login. The token of another server is not used.
func (b remote) orStored() (remote, error) {
	path, err := boardFile()
	if err != nil {
		return b, err
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		if b.Server == "" {
			return b, errors.New("not logged in: run `uvboard login --server URL`, or set UVBOARD_SERVER and UVBOARD_TOKEN")
		}
		return b, nil
	}
	var stored remote
	if err == nil {
		err = json.Unmarshal(content, &stored)
	}
	if err != nil {
		return b, fmt.Errorf("%s: %w", path, err)
	}
	b.Server = cmp.Or(b.Server, stored.Server)
	if b.Token == "" && b.Server == stored.Server {
		b.Token = stored.Token
	}
	return b, nil
}

func newLogin() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Log in to a board as a client",
		Long: `Log in to a board, for publish and status. Create an access token with the scopes Read and Write in the settings of the board and
paste it. It is stored in your configuration directory, readable by you alone. The variable UVBOARD_TOKEN is used instead, if it is set.`,
		Args: cobra.NoArgs,
		RunE: talk(func(cmd *cobra.Command, b remote, _ []string) error {
			if b.Token == "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "Create an access token at %s/settings and paste it: ", b.Server)
				line, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
				if err != nil && !errors.Is(err, io.EOF) {
					return err
				}
				b.Token = strings.TrimSpace(line)
			}
			user, err := b.user(cmd.Context())
			if err != nil {
				return err
			}
			path, err := boardFile()
			if err != nil {
				return err
			}
			content, err := json.Marshal(b)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return err
			}
			// A new file, because an old one keeps its permissions.
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
			if err := os.WriteFile(path, content, 0o600); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "logged in to %s as %s\n", b.Server, user.Username)
			return nil
		}),
	}
	cmd.Flags().String("server", "", "address of the board")
	return cmd
}

func newStatus() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "List your projects on a board",
		Args:  cobra.NoArgs,
		RunE: talk(func(cmd *cobra.Command, b remote, _ []string) error {
			user, err := b.user(cmd.Context())
			if err != nil {
				return err
			}
			projects, err := b.projects(cmd.Context(), user.Id)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s at %s: %d projects\n", user.Username, b.Server, len(projects))
			for _, p := range projects {
				state := "draft "
				if p.IsPublic {
					state = "public"
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s  %4d votes  %s  %s\n", state, p.Upvotes-p.Downvotes,
					p.Title, p.Url)
			}
			return nil
		}),
	}
	cmd.Flags().String("server", "", "address of the board, else that of the login")
	return cmd
}

func newPublish() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "publish [FOLDER]",
		Short: "Create or update the project of a folder",
		Long: `Create or update the project of a folder on a board, as a client. uvboard.yaml in the folder has the fields of POST /api/projects:

title: Pixel Garden
tagline: A garden that grows with your commits
logo: logo.png
primaryCategory: developer_tools
stage: mvp
vibeTools: [claude]
links: {repo: https://example.com/pixel-garden}
isPublic: true

With --init it writes the file with every field explained. Without description, the README is taken; without media.screenshots, the images in the folder screenshots. Images are addresses or
files of the folder. A new project is a draft unless isPublic is true. Its id is added to the file; without an id, your project with the
same address in links is updated.`,
		Args: cobra.MaximumNArgs(1),
		RunE: talk(func(cmd *cobra.Command, b remote, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			return publish(cmd, b, folder)
		}),
	}
	cmd.Flags().String("server", "", "address of the board, else that of the login")
	cmd.Flags().Bool("init", false, "write uvboard.yaml with every field explained, and publish nothing")
	publishes := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if init, _ := cmd.Flags().GetBool("init"); !init { // needs no login
			return publishes(cmd, args)
		}
		path := filepath.Join(append(args, ".")[0], projectFile)
		if err := writeProject(path); err != nil {
			return failure{err}
		}
		fmt.Fprintf(cmd.OutOrStdout(), "wrote %s: fill it in, then run `uvboard publish`\n", path)
		return nil
	}
	return cmd
}

// projectFile has the fields of a project in its folder.
const projectFile = "uvboard.yaml"

// leftOut are fields of a project that have no place in a file.
var leftOut = []string{"submitMode", "publishAnyway"}

// writeProject writes a file with every field of a project as a comment. It changes no file.
func writeProject(path string) error {
	var b strings.Builder
	b.WriteString("# Your project on a board: remove # from the lines that you need, then run `uvboard publish`.\n")
	all := (&pb.ProjectInput{}).ProtoReflect().Descriptor().Fields()
	schema := rest.SchemaOf("ProjectInput")
	for i := range all.Len() {
		name := all.Get(i).JSONName()
		if !slices.Contains(leftOut, name) {
			b.WriteString("\n")
			describeField(&b, name, schema.Properties[name], "")
		}
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already: change it, or remove it first", path)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(b.String())
	return errors.Join(err, file.Close())
}

// describeField writes the sentences of a field, its words, and a line with its name, which is switched off.
func describeField(b *strings.Builder, name string, schema *rest.Schema, indent string) {
	if schema.Description != "" {
		b.WriteString("# " + indent + schema.Description + "\n")
	}
	of, empty := schema, `""`
	switch schema.Kind() {
	case "array":
		of, empty = schema.Items, "[]"
	case "boolean":
		empty = "false"
	case "integer", "number":
		empty = "0"
	case "object":
		empty = "{}"
	}
	if len(of.Enum) > 0 {
		b.WriteString("# " + indent + "One of: " + strings.Join(of.Enum, ", ") + "\n")
	}
	if len(schema.Properties) > 0 {
		empty = ""
	}
	b.WriteString(strings.TrimRight("#"+indent+name+": "+empty, " ") + "\n")
	for _, inner := range slices.Sorted(maps.Keys(schema.Properties)) {
		describeField(b, inner, schema.Properties[inner], indent+"  ")
	}
}

func publish(cmd *cobra.Command, b remote, folder string) error {
	ctx, file := cmd.Context(), filepath.Join(folder, projectFile)
	id, input, err := readProject(file)
	if err != nil {
		return err
	}
	user, err := b.user(ctx)
	if err != nil {
		return err
	}
	written := id != ""
	if !written {
		own, err := b.projects(ctx, user.Id)
		if err != nil {
			return err
		}
		id = findByAddress(own, input.Links)
	}
	if input.Description == nil {
		if text := readme(folder); len([]rune(text)) >= minDescription {
			input.Description = &text
		}
	}
	if err := b.uploadAll(ctx, folder, input); err != nil {
		return err
	}
	did, saved := "updated", (*pb.Project)(nil)
	if id == "" {
		if input.IsPublic == nil {
			input.IsPublic = new(false)
		}
		created, err := call[pb.CreateProjectResponse](ctx, b, uvboardv1connect.ProjectServiceCreateProjectProcedure,
			&pb.CreateProjectRequest{Project: input})
		if err != nil {
			return err
		}
		did, saved = "created", created.Project
	} else {
		updated, err := call[pb.UpdateProjectResponse](ctx, b, uvboardv1connect.ProjectServiceUpdateProjectProcedure,
			&pb.UpdateProjectRequest{Id: id, Project: input})
		if err != nil {
			return err
		}
		saved = updated.Project
	}
	state := "draft"
	if saved.IsPublic {
		state = "public project"
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s the %s %s\n", did, state, saved.Url)
	if written {
		return nil
	}
	if err := addID(file, saved.Id); err != nil { // as in CI, where nobody keeps it: links find it again
		fmt.Fprintf(cmd.ErrOrStderr(), "the id was not added to %s: %v\n", file, err)
	}
	return nil
}

// readProject reads the fields of a project and its id, "" if there is none.
func readProject(path string) (id string, input *pb.ProjectInput, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil, fmt.Errorf("there is no %s: run `uvboard publish --init %s` to write one", path,
			filepath.Dir(path))
	}
	if err != nil {
		return "", nil, err
	}
	fields := map[string]any{}
	if err := yaml.Unmarshal(content, &fields); err != nil {
		return "", nil, fmt.Errorf("%s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if id, err = takeID(fields); err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	known := (&pb.ProjectInput{}).ProtoReflect().Descriptor().Fields()
	for name := range fields {
		if known.ByJSONName(name) == nil {
			return "", nil, fmt.Errorf("%s: unknown field %s", path, name)
		}
	}
	encoded, err := json.Marshal(fields)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	input = &pb.ProjectInput{}
	if err := rest.Decode(encoded, input); err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	return id, input, nil
}

func takeID(fields map[string]any) (string, error) {
	value, given := fields["id"]
	delete(fields, "id")
	id, ok := value.(string)
	if given && (!ok || id == "") {
		return "", errors.New("id must be that of a project")
	}
	return id, nil
}

// findByAddress returns the id of the project with one of the addresses, "" for none.
func findByAddress(own []*pb.Project, links *pb.ProjectLinks) string {
	addresses := []string{links.GetRepo(), links.GetWebsite(), links.GetDemo()}
	for _, p := range own {
		for _, has := range []string{p.Links.GetRepo(), p.Links.GetWebsite(), p.Links.GetDemo()} {
			if has != "" && slices.Contains(addresses, has) {
				return p.Id
			}
		}
	}
	return ""
}

func addID(path, id string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if len(content) > 0 && content[len(content)-1] != '\n' {
		content = append(content, '\n')
	}
	return os.WriteFile(path, append(content, "id: "+id+"\n"...), 0o644)
}

var firstHeading = regexp.MustCompile(`\A\s*#[^\n]*\n`)

// readme returns the README of a folder without its title, at most as long as a description; "" if there is none.
func readme(folder string) string {
	for _, name := range []string{"README.md", "readme.md", "README"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			continue
		}
		text := strings.TrimSpace(firstHeading.ReplaceAllString(strings.ToValidUTF8(string(content), ""), ""))
		cut := letters.Cut(text, maxDescription)
		if cut == text {
			return text
		}
		if end := strings.LastIndex(cut, "\n\n"); end > 0 { // a whole paragraph
			cut = cut[:end]
		}
		return strings.TrimSpace(cut)
	}
	return ""
}

// uploadAll replaces the files of a folder in a project by their addresses.
func (b remote) uploadAll(ctx context.Context, folder string, input *pb.ProjectInput) (err error) {
	for _, image := range []*string{input.Logo, input.CoverImage} {
		if image != nil {
			if *image, err = b.upload(ctx, folder, *image); err != nil {
				return err
			}
		}
	}
	shots := input.Media.GetScreenshots().GetValues()
	if input.Media.GetScreenshots() == nil {
		entries, err := os.ReadDir(filepath.Join(folder, "screenshots"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for _, entry := range entries {
			kind := strings.ToLower(filepath.Ext(entry.Name()))
			if slices.Contains([]string{".png", ".jpg", ".jpeg", ".webp", ".gif"}, kind) && len(shots) < maxShots {
				shots = append(shots, "screenshots/"+entry.Name())
			}
		}
	}
	if len(shots) == 0 {
		return nil
	}
	for i, shot := range shots {
		if shots[i], err = b.upload(ctx, folder, shot); err != nil {
			return err
		}
	}
	if input.Media == nil {
		input.Media = &pb.ProjectMediaInput{}
	}
	input.Media.Screenshots = &pb.StringList{Values: shots}
	return nil
}

// upload uploads a file of a folder and returns its address. An address is returned as it is.
func (b remote) upload(ctx context.Context, folder, name string) (string, error) {
	if name == "" || strings.HasPrefix(name, "https://") || strings.HasPrefix(name, "/uploads/") {
		return name, nil
	}
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("%s is not a file of the folder", name)
	}
	content, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		return "", err
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("file", filepath.Base(name))
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, b.Server+"/api/upload", &form)
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", w.FormDataContentType())
	response, err := b.http().Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var answered struct{ URL, Notice, Error string }
	if err := json.NewDecoder(io.LimitReader(response.Body, 1<<20)).Decode(&answered); err != nil {
		return "", fmt.Errorf("upload %s: %s", name, response.Status)
	}
	if answered.URL == "" {
		return "", fmt.Errorf("upload %s: %s", name, cmp.Or(answered.Error, response.Status))
	}
	if answered.Notice != "" {
		fmt.Fprintf(os.Stderr, "%s: %s\n", name, answered.Notice)
	}
	return answered.URL, nil
}
