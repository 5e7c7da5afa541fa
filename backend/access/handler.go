package access

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AppService and the calls of AccountService about sessions and tokens, and carries sessions in a
// cookie.
type Handler struct {
	Cookies auth.Cookies
	service *Service
}

// NewHandler returns a handler for service.
func NewHandler(service *Service, cookies auth.Cookies) *Handler {
	return &Handler{Cookies: cookies, service: service}
}

// Logout implements AccountService.
func (h *Handler) Logout(ctx context.Context, _ *pb.LogoutRequest) (*pb.LogoutResponse, error) {
	if id := SessionID(ctx); id != uuid.Nil {
		if err := h.service.Logout(ctx, id); err != nil {
			return nil, err
		}
	}
	h.Cookies.Clear(ResponseHeader(ctx))
	return &pb.LogoutResponse{Success: true}, nil
}

// CreateToken implements AccountService.
func (h *Handler) CreateToken(ctx context.Context, r *pb.CreateTokenRequest) (*pb.CreateTokenResponse, error) {
	made, secret, err := h.service.CreateToken(ctx, auth.From(ctx).UserID, r.Name, int(r.ExpiresInDays), r.Scopes...)
	if err != nil {
		return nil, err
	}
	return &pb.CreateTokenResponse{Id: made.ID.String(), Name: made.Name, Token: secret,
		ExpiresAt: timestamppb.New(made.ExpiresAt), Scopes: scopesOf(made)}, nil
}

// ListTokens implements AccountService.
func (h *Handler) ListTokens(ctx context.Context, _ *pb.ListTokensRequest) (*pb.ListTokensResponse, error) {
	tokens, err := h.service.ListTokens(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	response := &pb.ListTokensResponse{}
	for _, token := range tokens {
		response.Tokens = append(response.Tokens, TokenToProto(token))
	}
	return response, nil
}

// DeleteToken implements AccountService.
func (h *Handler) DeleteToken(ctx context.Context, r *pb.DeleteTokenRequest) (*pb.DeleteTokenResponse, error) {
	return &pb.DeleteTokenResponse{Success: true}, h.service.DeleteToken(ctx, auth.From(ctx).UserID,
		store.ParseID(r.Id))
}

// GetAuthorization implements AppService.
func (h *Handler) GetAuthorization(ctx context.Context,
	r *pb.GetAuthorizationRequest) (*pb.GetAuthorizationResponse, error) {
	a, err := h.service.Authorization(ctx, r.Query)
	if err != nil {
		return nil, err
	}
	response := &pb.GetAuthorizationResponse{
		Name: a.Name, RedirectHost: a.RedirectHost, OnDevice: a.OnDevice, Scopes: a.Scopes,
		CancelUrl: h.service.CancelURL(a),
	}
	if a.Problem != nil {
		response.Problem = a.Problem.Text
	}
	return response, nil
}

// Authorize implements AppService.
func (h *Handler) Authorize(ctx context.Context, r *pb.AuthorizeRequest) (*pb.AuthorizeResponse, error) {
	address, err := h.service.Authorize(ctx, auth.From(ctx).UserID, r.Query)
	return &pb.AuthorizeResponse{RedirectUrl: address}, err
}

// ListApps implements AppService.
func (h *Handler) ListApps(ctx context.Context, _ *pb.ListAppsRequest) (*pb.ListAppsResponse, error) {
	apps, err := h.service.ListApps(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	response := &pb.ListAppsResponse{}
	for _, app := range apps {
		response.Apps = append(response.Apps, AppToProto(app))
	}
	return response, nil
}

// DeleteApp implements AppService.
func (h *Handler) DeleteApp(ctx context.Context, r *pb.DeleteAppRequest) (*pb.DeleteAppResponse, error) {
	return &pb.DeleteAppResponse{Success: true}, h.service.DeleteApp(ctx, auth.From(ctx).UserID, store.ParseID(r.Id))
}

// ListSessions implements AccountService.
func (h *Handler) ListSessions(ctx context.Context, r *pb.ListSessionsRequest) (*pb.ListSessionsResponse, error) {
	caller := auth.From(ctx)
	sessions, next, err := h.service.ListSessions(ctx, caller.UserID, paging.Size(r.PageSize, paging.DefaultSize),
		r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListSessionsResponse{NextPageToken: next}
	for _, session := range sessions {
		response.Sessions = append(response.Sessions, sessionToProto(session, caller.SessionID))
	}
	return response, nil
}

// RevokeSession implements AccountService.
func (h *Handler) RevokeSession(ctx context.Context, r *pb.RevokeSessionRequest) (*pb.RevokeSessionResponse, error) {
	return &pb.RevokeSessionResponse{Success: true}, h.service.RevokeSession(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// RevokeOtherSessions implements AccountService.
func (h *Handler) RevokeOtherSessions(ctx context.Context,
	_ *pb.RevokeOtherSessionsRequest) (*pb.RevokeOtherSessionsResponse, error) {
	n, err := h.service.RevokeOtherSessions(ctx, auth.From(ctx))
	return &pb.RevokeOtherSessionsResponse{Ended: int32(n)}, err
}

// ListSecurityEvents implements AccountService.
func (h *Handler) ListSecurityEvents(ctx context.Context,
	r *pb.ListSecurityEventsRequest) (*pb.ListSecurityEventsResponse, error) {
	rows, next, err := h.service.ListSecurityEvents(ctx, auth.From(ctx).UserID,
		paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListSecurityEventsResponse{NextPageToken: next}
	for _, row := range rows {
		response.Events = append(response.Events, securityEventToProto(row))
	}
	return response, nil
}

// LoggedIn adds the cookie of a new session to a response header and logs the login.
func (h *Handler) LoggedIn(ctx context.Context, header http.Header, u *ent.User, session Session) {
	server.LoggedIn(ctx, u.ID)
	h.Cookies.Set(header, session.Token, session.CookieExpires)
}

// ClientOf returns what is known of the browser or program that makes a request.
func ClientOf(ctx context.Context) Client {
	return Client{SessionID: SessionID(ctx), UserAgent: auth.ClientOf(ctx).UserAgent}
}

// SessionID returns the session of the request, or uuid.Nil if there is none.
func SessionID(ctx context.Context) uuid.UUID {
	if caller := auth.From(ctx); caller != nil {
		return caller.SessionID
	}
	return uuid.Nil
}

// ResponseHeader returns the header that carries the cookies of the response.
func ResponseHeader(ctx context.Context) http.Header {
	info, ok := connect.CallInfoForHandlerContext(ctx)
	if !ok {
		return http.Header{} // called without HTTP
	}
	return info.ResponseHeader()
}

// SetCookie adds the cookie of a session to the response.
func (h *Handler) SetCookie(ctx context.Context, session Session) {
	h.Cookies.Set(ResponseHeader(ctx), session.Token, session.CookieExpires)
}
