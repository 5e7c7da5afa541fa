// Command pocketbase serves votes with PocketBase, for the benchmark: a collection of votes with a unique index, and
// hooks that change the counters of an item in the transaction of the vote. Usage: pocketbase DIR VOTERS ITEMS. The
// tokens of the voters are in DIR/tokens, one a line; voter and item number n have the id that key returns.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pocketbase: "+err.Error())
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: pocketbase DIR VOTERS ITEMS")
	}
	voters, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	items, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: args[0]})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	if err := prepare(app, filepath.Join(args[0], "tokens"), voters, items); err != nil {
		return err
	}
	app.OnRecordCreate("votes").BindFunc(counted)
	app.OnRecordUpdate("votes").BindFunc(counted)
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		e.Listener = listener
		if err := json.NewEncoder(os.Stdout).
			Encode(map[string]string{"msg": "listening", "addr": listener.Addr().String()}); err != nil {
			return err
		}
		return e.Next()
	})
	return apis.Serve(app, apis.ServeConfig{})
}

// key returns an id of PocketBase's length.
func key(kind string, n int) string { return fmt.Sprintf("%s%0*d", kind, 15-len(kind), n) }

// prepare creates the collections, the voters with their tokens, and the items.
func prepare(app core.App, tokens string, voters, items int) error {
	projects := core.NewBaseCollection("projects")
	projects.Fields.Add(&core.NumberField{Name: "upvotes"}, &core.NumberField{Name: "downvotes"})
	if err := app.Save(projects); err != nil {
		return err
	}
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	votes := core.NewBaseCollection("votes")
	votes.Fields.Add(
		&core.RelationField{Name: "voter", CollectionId: users.Id, Required: true, MaxSelect: 1},
		&core.RelationField{Name: "project", CollectionId: projects.Id, Required: true, MaxSelect: 1},
		&core.NumberField{Name: "value", Required: true, OnlyInt: true, Min: types.Pointer(-1.0),
			Max: types.Pointer(1.0)},
		&core.AutodateField{Name: "created", OnCreate: true}, &core.AutodateField{Name: "updated", OnCreate: true,
			OnUpdate: true},
	)
	votes.AddIndex("votes_once", true, "voter, project", "")
	votes.CreateRule = types.Pointer("@request.auth.id != '' && voter = @request.auth.id")
	votes.UpdateRule = types.Pointer("@request.auth.id != '' && voter = @request.auth.id")
	if err := app.Save(votes); err != nil {
		return err
	}
	var lines strings.Builder
	err = app.RunInTransaction(func(tx core.App) error {
		for n := range items {
			if _, err := tx.DB().Insert("projects", dbx.Params{"id": key("p", n), "upvotes": 0, "downvotes": 0}).
				Execute(); err != nil {
				return err
			}
		}
		for n := range voters { // without the time that a password's hash takes
			id := key("u", n)
			if _, err := tx.DB().Insert("users", dbx.Params{
				"id": id, "email": id + "@example.com", "verified": true, "password": "none",
				"tokenKey": security.RandomString(50),
			}).Execute(); err != nil {
				return err
			}
			user, err := tx.FindRecordById("users", id)
			if err != nil {
				return err
			}
			token, err := user.NewAuthToken()
			if err != nil {
				return err
			}
			lines.WriteString(token + "\n")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return os.WriteFile(tokens, []byte(lines.String()), 0o600)
}

// counted saves a vote and changes the counters of its item in one transaction.
func counted(e *core.RecordEvent) error {
	app := e.App
	defer func() { e.App = app }()
	return app.RunInTransaction(func(tx core.App) error {
		e.App = tx
		was := 0
		if !e.Record.IsNew() {
			was = e.Record.Original().GetInt("value")
		}
		if err := e.Next(); err != nil {
			return err
		}
		is := e.Record.GetInt("value")
		_, err := tx.DB().NewQuery(
			"UPDATE projects SET upvotes = upvotes + {:up}, downvotes = downvotes + {:down} WHERE id = {:id}").
			Bind(dbx.Params{
				"up": max(is, 0) - max(was, 0), "down": max(-is, 0) - max(-was, 0), "id": e.Record.GetString("project"),
			}).Execute()
		return err
	})
}
