// Command go shows how a program uses the API of a board:
//
//	BOARD=http://localhost:8080 go run ./docs/api/examples/go list
package main

import (
	"context"
	"fmt"
	"os"
)

var examples = map[string]func(context.Context) error{
	"me": me, "list": list, "search": search, "pages": pages, "create": create, "errors": handleErrors,
	"upload": upload, "live": live,
}

func main() {
	if len(os.Args) != 2 || examples[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: go run . create|errors|list|live|me|pages|search|upload")
		os.Exit(2)
	}
	if err := examples[os.Args[1]](context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
