package account_test

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"buf.build/go/protovalidate"
	"connectrpc.com/connect"

	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	pb "uvboard/gen/uvboard/v1"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// serve starts a server with the handler, authentication and errors as in the product.
func serve(t *testing.T, s *account.Service) string {
	t.Helper()
	interceptor := connect.UnaryInterceptorFunc(func(next connect.UnaryFunc) connect.UnaryFunc {
		return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
			caller, err := s.Authenticate(ctx, auth.Token(request.Header()))
			if err != nil {
				return nil, err
			}
			if caller != nil {
				ctx = auth.WithCaller(ctx, caller)
			}
			response, err := next(ctx, request)
			if f := fault.Of(err); f != nil {
				return nil, fault.ToConnect(f)
			}
			return response, err
		}
	})
	_, handler := uvboardv1connect.NewAccountServiceHandler(account.NewHandler(s, auth.Cookies{}), connect.WithInterceptors(interceptor))
	server := httptest.NewUnstartedServer(handler)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}

// browser is a client that keeps cookies.
func browser(t *testing.T, url string) uvboardv1connect.AccountServiceClient {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must.NoError(t, err)
	return uvboardv1connect.NewAccountServiceClient(&http.Client{Jar: jar}, url)
}

func TestHandler(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		s := account.NewService(db, board, time.Now) // the cookie jar uses the real time
		url := serve(t, s)
		one, two := browser(t, url), browser(t, url)
		session := func(t *testing.T, client uvboardv1connect.AccountServiceClient) *pb.SessionUser {
			t.Helper()
			response, err := client.GetSession(t.Context(), &pb.GetSessionRequest{})
			must.NoError(t, err)
			return response.User
		}

		t.Run("VisitorBeforeLogin", func(t *testing.T) {
			if got := session(t, one); got != nil {
				t.Errorf("session user %v", got)
			}
		})
		t.Run("RegisterStartsASession", func(t *testing.T) {
			ctx, call := connect.NewClientContext(t.Context())
			registered, err := one.Register(ctx, &pb.RegisterRequest{Username: "Ada", Email: "ada@example.org", Password: "vibecoding"})
			must.NoError(t, err)
			cookie := call.ResponseHeader().Get("Set-Cookie")
			for _, want := range []string{"uvboard_session=", "Path=/", "HttpOnly", "SameSite=Lax"} {
				if !strings.Contains(cookie, want) {
					t.Errorf("cookie %q lacks %q", cookie, want)
				}
			}
			got := session(t, one)
			if got.GetUsername() != "Ada" || got.GetViberTag() != "@ada" || got.GetId() != registered.User.Id || got.GetIsAdmin() || got.GetEmail() != "ada@example.org" {
				t.Errorf("session user %v, registered %v", got, registered.User)
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := two.Register(t.Context(), &pb.RegisterRequest{Username: "ADA", Email: "x@example.org", Password: "vibecoding"})
			if connect.CodeOf(err) != connect.CodeAlreadyExists || !strings.Contains(err.Error(), "Username already exists") {
				t.Errorf("error %v", err)
			}
			if got := session(t, two); got != nil {
				t.Errorf("session user %v after a refused registration", got)
			}
		})
		t.Run("LoginInAnotherBrowser", func(t *testing.T) {
			if _, err := two.Login(t.Context(), &pb.LoginRequest{Username: "ada", Password: "vibecoding"}); err != nil {
				t.Fatal(err)
			}
			if session(t, one) == nil || session(t, two) == nil {
				t.Error("two browsers hold two sessions")
			}
			wantCounts(t, db, 1, 2)
		})
		t.Run("LoginAgainReplacesTheSession", func(t *testing.T) {
			if _, err := two.Login(t.Context(), &pb.LoginRequest{Username: "ada", Password: "vibecoding"}); err != nil {
				t.Fatal(err)
			}
			wantCounts(t, db, 1, 2)
		})
		t.Run("ErrFailedLoginKeepsTheSession", func(t *testing.T) {
			_, err := two.Login(t.Context(), &pb.LoginRequest{Username: "ada", Password: "wrong"})
			if connect.CodeOf(err) != connect.CodeUnauthenticated || !strings.Contains(err.Error(), "Invalid credentials") {
				t.Errorf("error %v", err)
			}
			if session(t, two) == nil {
				t.Error("a refused login ended the session")
			}
		})
		t.Run("Logout", func(t *testing.T) {
			for range 2 { // a second logout does nothing
				ctx, call := connect.NewClientContext(t.Context())
				response, err := two.Logout(ctx, &pb.LogoutRequest{})
				if err != nil || !response.Success {
					t.Fatalf("logout %v, err %v", response, err)
				}
				if cookie := call.ResponseHeader().Get("Set-Cookie"); !strings.Contains(cookie, "uvboard_session=;") || !strings.Contains(cookie, "Max-Age=0") {
					t.Errorf("cookie %q", cookie)
				}
			}
			if session(t, two) != nil || session(t, one) == nil {
				t.Error("logout must end its own session and no other")
			}
			wantCounts(t, db, 1, 1)
		})
	})
}

func TestEmailRules(t *testing.T) {
	for address, want := range map[string]bool{
		"ada@example.org": true, "a.b+c@mail.example.co.uk": true, "ada@localhost": false, "ada.l@localhost": false, "ada@example.": false,
	} {
		err := protovalidate.Validate(&pb.RegisterRequest{Username: "ada", Email: address, Password: "vibecoding"})
		if (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestReservedUsernames(t *testing.T) {
	reserved := []string{"admin", "administrator", "moderator", "system", "support", "staff", "root", "api", "uvboard", "Admin", "UVBoard", "ROOT"}
	for _, username := range append(reserved, "admins", "my_admin", "admin_", "rooty") {
		err := protovalidate.Validate(&pb.RegisterRequest{Username: username, Email: "ada@example.org", Password: "vibecoding"})
		if slices.Contains(reserved, username) != (err != nil) || err != nil && !strings.Contains(err.Error(), "This username is reserved") {
			t.Errorf("%s: %v", username, err)
		}
		if err := protovalidate.Validate(&pb.LoginRequest{Username: username, Password: "vibecoding"}); err != nil {
			t.Errorf("an account that has the name cannot log in: %v", err)
		}
	}
}
