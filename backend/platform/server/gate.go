package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"connectrpc.com/connect"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/store"
	uvboardv1 "uvboard/gen/uvboard/v1"
)

// gate counts calls against the rate limits, authenticates their callers and checks the access rules.
type gate struct {
	limits       *ratelimit.Limiter // nil when rate limits are off
	authenticate auth.Authenticator
	standbys     *store.Standbys
}

// admit decides before the body is read, so that a refused call costs little. It returns a context with the caller. A
// request with a body passes Recheck when the body has arrived. A request that a route makes in process pays its first
// read with that of the route.
func (g *gate) admit(ctx context.Context, rule auth.Rule, header http.Header) (context.Context, error) {
	limit := rule.Limit
	if limit == auth.LimitLogin {
		limit = auth.LimitWrite // countLogins counts the failures
	}
	info := infoOf(ctx)
	counted := info.inside && limit == auth.LimitRead && info.shared.read
	if counted {
		info.shared.read = false
	}
	if !counted && !info.counted {
		if err := g.count(ctx, ratelimit.ByAddr(limit, auth.ClientAddr(ctx))); err != nil {
			return ctx, err
		}
	}
	token := auth.Token(header)
	info.authorize = func(ctx context.Context) (context.Context, error) { return g.authorize(ctx, rule, token) }
	ctx, err := g.authorize(ctx, rule, token)
	if caller := auth.From(ctx); err == nil && caller != nil && !counted {
		if err := g.count(ctx, ratelimit.ByUser(limit, caller.UserID)); err != nil {
			return ctx, err
		}
	}
	return ctx, err
}

// count counts a call, and refuses it above the limit.
func (g *gate) count(ctx context.Context, key ratelimit.Key) error {
	wait, err := g.limits.Take(ctx, key)
	if wait > 0 {
		return fault.RateLimited(wait)
	}
	return err
}

// authorize looks up the caller and checks the access rule. It returns a context with the caller.
func (g *gate) authorize(ctx context.Context, rule auth.Rule, token string) (context.Context, error) {
	var caller *auth.Caller
	if token != "" {
		var err error
		if caller, err = g.lookUp(ctx, token); err != nil {
			return ctx, err
		}
	}
	ctx = auth.WithCaller(ctx, caller)
	if caller != nil {
		infoOf(ctx).user = caller.UserID
	}
	return ctx, rule.Admit(caller)
}

// Recheck authenticates the caller again, checks the access rule, and returns a context with the current caller. While
// a body arrives, the session may end, or the user may lose a role or be suspended. The server calls Recheck for every
// call with a body. A Route.Handle must call it after it has read a body.
func Recheck(ctx context.Context) (context.Context, error) {
	info := infoOf(ctx)
	if info.body == nil || info.authorize == nil {
		return ctx, nil
	}
	return info.authorize(ctx)
}

// SetCode sets the code of a failure in the log line and the metrics of a request whose answer is not a fault's, such
// as a redirect.
func SetCode(ctx context.Context, code string) { infoOf(ctx).code = code }

// Caller counts a request for a public file as a read and returns its caller, nil for a visitor. It is for files that
// not every caller may see.
func Caller(ctx context.Context) (*auth.Caller, error) {
	if authorize := infoOf(ctx).authorize; authorize != nil {
		var err error
		if ctx, err = authorize(ctx); err != nil {
			return nil, err
		}
	}
	return auth.From(ctx), nil
}

// recheck is an interceptor that calls Recheck.
func recheck(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		ctx, err := Recheck(ctx)
		if err != nil {
			return nil, err
		}
		return next(ctx, request)
	}
}

// lookUp authenticates a token within callTimeout, also for an upload or a file, whose own time is longer.
func (g *gate) lookUp(ctx context.Context, token string) (*auth.Caller, error) {
	bounded, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	caller, err := g.authenticate(g.standbys.For(bounded, store.Latest), token)
	if err != nil && ctx.Err() == nil && bounded.Err() != nil {
		return nil, fmt.Errorf("authenticate: %w: %w", fault.DeadlineExceeded(), err)
	}
	return caller, err
}

// request is the gate of a procedure.
func (g *gate) request(ctx context.Context, spec connect.Spec, _ connect.Peer,
	header http.Header) (context.Context, error) {
	info := infoOf(ctx)
	info.procedure = spec.Procedure
	admitted, err := g.admit(ctx, auth.RuleOf(schemaOf(spec)), header)
	if err != nil {
		return nil, fault.ToConnect(info.resolve(ctx, nil, err))
	}
	if spec.IdempotencyLevel == connect.IdempotencyNoSideEffects {
		admitted = g.standbys.For(admitted, info.position)
	}
	return admitted, nil
}

// countLogins is an interceptor that limits wrong passwords, for an address and for a username. The limit of a username
// alone is far above what a person does, so that wrong passwords from elsewhere do not lock its user out. Tokens are
// taken before the attempt and returned unless the password is wrong, so that concurrent attempts cannot exceed the
// limit.
func (g *gate) countLogins(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		if auth.RuleOf(schemaOf(request.Spec())).Limit != auth.LimitLogin {
			return next(ctx, request)
		}
		var username string
		if login, ok := request.Any().(*uvboardv1.LoginRequest); ok {
			username = login.GetUsername()
		} else if caller := auth.From(ctx); caller != nil {
			username = caller.Username // users repeat their own password
		}
		byAddr := ratelimit.ByAddr(auth.LimitLogin, auth.ClientAddr(ctx))
		byUsername := ratelimit.ByUsername(auth.LimitUsername, username)
		if err := g.count(ctx, byAddr); err != nil {
			return nil, err
		}
		if username == "" { // a second factor, of which the account counts the wrong codes
			byUsername = byAddr
		} else if err := g.count(ctx, byUsername); err != nil {
			return nil, errors.Join(err, g.limits.Return(ctx, byAddr))
		}
		response, err := next(ctx, request)
		if !auth.IsWrongPassword(err) {
			returned := g.limits.Return(ctx, byAddr)
			if byUsername != byAddr {
				returned = errors.Join(returned, g.limits.Return(ctx, byUsername))
			}
			if returned != nil {
				slog.WarnContext(ctx, "a login counts as a wrong password", "error", returned.Error())
			}
		}
		return response, err
	}
}

// CountRead counts a read by the client of a request. Fault: rate limited.
func CountRead(ctx context.Context) error {
	info := infoOf(ctx)
	if info.counted {
		return nil
	}
	wait, err := info.limits.Take(ctx, ratelimit.ByAddr(auth.LimitRead, auth.ClientAddr(ctx)))
	if wait > 0 {
		return fault.RateLimited(wait)
	}
	return err
}

// Report logs an error with its request and returns the fault to send to the client.
func Report(ctx context.Context, err error) *fault.Fault {
	return infoOf(ctx).resolve(ctx, nil, err)
}
