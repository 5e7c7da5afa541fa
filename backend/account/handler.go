package account

import (
	"context"
	"net/http"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements AccountService and PasskeyService and carries sessions in a cookie.
type Handler struct {
	service *Service
	cookies auth.Cookies
}

// NewHandler returns a handler for service.
func NewHandler(service *Service, cookies auth.Cookies) *Handler {
	return &Handler{service: service, cookies: cookies}
}

// Register implements AccountService.
func (h *Handler) Register(ctx context.Context, r *pb.RegisterRequest) (*pb.RegisterResponse, error) {
	u, session, err := h.service.Register(ctx, r.Username, r.Email, r.Password, r.Invitation, client(ctx))
	if err != nil {
		return nil, err
	}
	h.loggedIn(ctx, responseHeader(ctx), u, session)
	user, err := h.sessionUser(ctx, u)
	return &pb.RegisterResponse{User: user}, err
}

// CreateFirstAdmin implements AccountService.
func (h *Handler) CreateFirstAdmin(ctx context.Context, r *pb.CreateFirstAdminRequest) (*pb.CreateFirstAdminResponse, error) {
	u, session, err := h.service.CreateFirstAdmin(ctx, r.Token, r.Username, r.Email, r.Password, client(ctx))
	if err != nil {
		return nil, err
	}
	h.loggedIn(ctx, responseHeader(ctx), u, session)
	user, err := h.sessionUser(ctx, u)
	return &pb.CreateFirstAdminResponse{User: user}, err
}

// Login implements AccountService.
func (h *Handler) Login(ctx context.Context, r *pb.LoginRequest) (*pb.LoginResponse, error) {
	u, session, err := h.service.Login(ctx, r.Username, r.Password, client(ctx))
	if err != nil {
		return nil, err
	}
	if session.Half != nil {
		return &pb.LoginResponse{SecondFactor: &pb.SecondFactor{Token: session.Half.Token, Kinds: session.Half.Kinds}}, nil
	}
	h.loggedIn(ctx, responseHeader(ctx), u, session)
	user, err := h.sessionUser(ctx, u)
	return &pb.LoginResponse{User: user}, err
}

// LoginWithSecondFactor implements AccountService.
func (h *Handler) LoginWithSecondFactor(ctx context.Context, r *pb.LoginWithSecondFactorRequest) (*pb.LoginWithSecondFactorResponse, error) {
	u, session, err := h.service.LoginWithSecondFactor(ctx, r.Token, r.Code, client(ctx))
	if err != nil {
		return nil, err
	}
	h.loggedIn(ctx, responseHeader(ctx), u, session)
	user, err := h.sessionUser(ctx, u)
	return &pb.LoginWithSecondFactorResponse{User: user}, err
}

// StepUp implements AccountService.
func (h *Handler) StepUp(ctx context.Context, r *pb.StepUpRequest) (*pb.StepUpResponse, error) {
	session, err := h.service.StepUp(ctx, auth.From(ctx), r.Password, r.Code)
	if err != nil {
		return nil, err
	}
	h.cookies.Set(responseHeader(ctx), session.Token, session.CookieExpires)
	return &pb.StepUpResponse{Success: true}, nil
}

// BeginPasskeyLogin implements PasskeyService. An access token is no session.
func (h *Handler) BeginPasskeyLogin(ctx context.Context, r *pb.BeginPasskeyLoginRequest) (*pb.BeginPasskeyLoginResponse, error) {
	caller := auth.From(ctx)
	if sessionID(ctx) == uuid.Nil {
		caller = nil
	}
	options, token, err := h.service.BeginPasskeyLogin(ctx, caller, r.SecondFactorToken)
	if err != nil {
		return nil, err
	}
	out, err := toStruct(options)
	return &pb.BeginPasskeyLoginResponse{Token: token, Options: out}, err
}

// FinishPasskeyLogin implements PasskeyService.
func (h *Handler) FinishPasskeyLogin(ctx context.Context, r *pb.FinishPasskeyLoginRequest) (*pb.FinishPasskeyLoginResponse, error) {
	u, session, err := h.service.FinishPasskeyLogin(ctx, r.Token, answerOf(r.Credential), client(ctx))
	if err != nil {
		return nil, err
	}
	h.loggedIn(ctx, responseHeader(ctx), u, session)
	user, err := h.sessionUser(ctx, u)
	return &pb.FinishPasskeyLoginResponse{User: user}, err
}

// BeginPasskey implements PasskeyService.
func (h *Handler) BeginPasskey(ctx context.Context, _ *pb.BeginPasskeyRequest) (*pb.BeginPasskeyResponse, error) {
	options, token, err := h.service.BeginPasskey(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	out, err := toStruct(options)
	return &pb.BeginPasskeyResponse{Token: token, Options: out}, err
}

// CreatePasskey implements PasskeyService.
func (h *Handler) CreatePasskey(ctx context.Context, r *pb.CreatePasskeyRequest) (*pb.CreatePasskeyResponse, error) {
	made, codes, err := h.service.CreatePasskey(ctx, auth.From(ctx), r.Name, r.Token, answerOf(r.Credential))
	if err != nil {
		return nil, err
	}
	return &pb.CreatePasskeyResponse{Passkey: PasskeyToProto(made), RecoveryCodes: codes}, nil
}

// ListPasskeys implements PasskeyService.
func (h *Handler) ListPasskeys(ctx context.Context, _ *pb.ListPasskeysRequest) (*pb.ListPasskeysResponse, error) {
	rows, err := h.service.ListPasskeys(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	response := &pb.ListPasskeysResponse{}
	for _, row := range rows {
		response.Passkeys = append(response.Passkeys, PasskeyToProto(row))
	}
	return response, nil
}

// DeletePasskey implements PasskeyService.
func (h *Handler) DeletePasskey(ctx context.Context, r *pb.DeletePasskeyRequest) (*pb.DeletePasskeyResponse, error) {
	return &pb.DeletePasskeyResponse{Success: true}, h.service.DeletePasskey(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// StepUpWithPasskey implements PasskeyService.
func (h *Handler) StepUpWithPasskey(ctx context.Context, r *pb.StepUpWithPasskeyRequest) (*pb.StepUpWithPasskeyResponse, error) {
	session, err := h.service.StepUpWithPasskey(ctx, auth.From(ctx), r.Token, answerOf(r.Credential))
	if err != nil {
		return nil, err
	}
	h.cookies.Set(responseHeader(ctx), session.Token, session.CookieExpires)
	return &pb.StepUpWithPasskeyResponse{Success: true}, nil
}

// CreateTotp implements AccountService.
func (h *Handler) CreateTotp(ctx context.Context, _ *pb.CreateTotpRequest) (*pb.CreateTotpResponse, error) {
	key, err := h.service.CreateTotp(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	return &pb.CreateTotpResponse{Secret: key.Secret(), Uri: key.URL()}, nil
}

// ConfirmTotp implements AccountService.
func (h *Handler) ConfirmTotp(ctx context.Context, r *pb.ConfirmTotpRequest) (*pb.ConfirmTotpResponse, error) {
	codes, err := h.service.ConfirmTotp(ctx, auth.From(ctx), r.Code)
	return &pb.ConfirmTotpResponse{RecoveryCodes: codes}, err
}

// DeleteTotp implements AccountService.
func (h *Handler) DeleteTotp(ctx context.Context, _ *pb.DeleteTotpRequest) (*pb.DeleteTotpResponse, error) {
	return &pb.DeleteTotpResponse{Success: true}, h.service.DeleteTotp(ctx, auth.From(ctx))
}

// Logout implements AccountService.
func (h *Handler) Logout(ctx context.Context, _ *pb.LogoutRequest) (*pb.LogoutResponse, error) {
	if id := sessionID(ctx); id != uuid.Nil {
		if err := h.service.Logout(ctx, id); err != nil {
			return nil, err
		}
	}
	h.cookies.Clear(responseHeader(ctx))
	return &pb.LogoutResponse{Success: true}, nil
}

// GetSession implements AccountService.
func (h *Handler) GetSession(ctx context.Context, _ *pb.GetSessionRequest) (*pb.GetSessionResponse, error) {
	caller := auth.From(ctx)
	if caller == nil {
		return &pb.GetSessionResponse{}, nil
	}
	u, err := h.service.User(ctx, caller)
	if u == nil {
		return &pb.GetSessionResponse{}, err
	}
	user, err := h.sessionUser(ctx, u)
	return &pb.GetSessionResponse{User: user}, err
}

func (h *Handler) sessionUser(ctx context.Context, u *ent.User) (*pb.SessionUser, error) {
	warning, err := h.service.Warning(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	factor, err := h.service.factorOf(ctx, h.service.db.Client(), u.ID)
	if err != nil {
		return nil, err
	}
	out := sessionUserToProto(u, warning, factor, h.service.now())
	out.NeedsSecondFactor = u.IsAdmin && factor == nil && h.service.adminsNeedFactor
	return out, nil
}

// ListProviders implements AccountService.
func (h *Handler) ListProviders(context.Context, *pb.ListProvidersRequest) (*pb.ListProvidersResponse, error) {
	response := &pb.ListProvidersResponse{}
	for _, p := range h.service.providers {
		response.Providers = append(response.Providers, &pb.LoginProvider{Id: p.ID, Name: p.Name})
	}
	return response, nil
}

// ListIdentities implements AccountService.
func (h *Handler) ListIdentities(ctx context.Context, _ *pb.ListIdentitiesRequest) (*pb.ListIdentitiesResponse, error) {
	rows, err := h.service.ListIdentities(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	response := &pb.ListIdentitiesResponse{}
	for _, row := range rows {
		response.Identities = append(response.Identities, h.service.identityToProto(row))
	}
	return response, nil
}

// DeleteIdentity implements AccountService.
func (h *Handler) DeleteIdentity(ctx context.Context, r *pb.DeleteIdentityRequest) (*pb.DeleteIdentityResponse, error) {
	return &pb.DeleteIdentityResponse{Success: true}, h.service.DeleteIdentity(ctx, auth.From(ctx), store.ParseID(r.Id))
}

// CreateToken implements AccountService.
func (h *Handler) CreateToken(ctx context.Context, r *pb.CreateTokenRequest) (*pb.CreateTokenResponse, error) {
	made, secret, err := h.service.CreateToken(ctx, auth.From(ctx).UserID, r.Name, int(r.ExpiresInDays), r.Scopes...)
	if err != nil {
		return nil, err
	}
	return &pb.CreateTokenResponse{Id: made.ID.String(), Name: made.Name, Token: secret, ExpiresAt: timestamppb.New(made.ExpiresAt), Scopes: scopesOf(made)}, nil
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
	return &pb.DeleteTokenResponse{Success: true}, h.service.DeleteToken(ctx, auth.From(ctx).UserID, store.ParseID(r.Id))
}

// GetAuthorization implements AppService.
func (h *Handler) GetAuthorization(ctx context.Context, r *pb.GetAuthorizationRequest) (*pb.GetAuthorizationResponse, error) {
	a, err := h.service.Authorization(ctx, r.Query)
	if err != nil {
		return nil, err
	}
	response := &pb.GetAuthorizationResponse{
		Name: a.Name, RedirectHost: a.RedirectHost, OnDevice: a.OnDevice, Scopes: a.Scopes, CancelUrl: h.service.CancelURL(a),
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

// CreateInvitation implements AccountService.
func (h *Handler) CreateInvitation(ctx context.Context, _ *pb.CreateInvitationRequest) (*pb.CreateInvitationResponse, error) {
	made, code, err := h.service.CreateInvitation(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	out := invitationToProto(made)
	out.Code, out.Url = code, h.service.mails.Origin+"/register?invitation="+code
	return &pb.CreateInvitationResponse{Invitation: out}, nil
}

// ListInvitations implements AccountService.
func (h *Handler) ListInvitations(ctx context.Context, _ *pb.ListInvitationsRequest) (*pb.ListInvitationsResponse, error) {
	rows, err := h.service.ListInvitations(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	response := &pb.ListInvitationsResponse{}
	for _, row := range rows {
		response.Invitations = append(response.Invitations, invitationToProto(row))
	}
	return response, nil
}

// DeleteInvitation implements AccountService.
func (h *Handler) DeleteInvitation(ctx context.Context, r *pb.DeleteInvitationRequest) (*pb.DeleteInvitationResponse, error) {
	return &pb.DeleteInvitationResponse{Success: true}, h.service.DeleteInvitation(ctx, auth.From(ctx).UserID, store.ParseID(r.Id))
}

// ChangePassword implements AccountService.
func (h *Handler) ChangePassword(ctx context.Context, r *pb.ChangePasswordRequest) (*pb.ChangePasswordResponse, error) {
	caller := auth.From(ctx)
	endTokens := r.EndTokens == nil || *r.EndTokens
	session, err := h.service.ChangePassword(ctx, caller.UserID, caller.SessionID, r.CurrentPassword, r.NewPassword, endTokens)
	if err != nil {
		return nil, err
	}
	h.cookies.Set(responseHeader(ctx), session.Token, session.CookieExpires)
	return &pb.ChangePasswordResponse{Success: true}, nil
}

// ListSessions implements AccountService.
func (h *Handler) ListSessions(ctx context.Context, r *pb.ListSessionsRequest) (*pb.ListSessionsResponse, error) {
	caller := auth.From(ctx)
	sessions, next, err := h.service.ListSessions(ctx, caller.UserID, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
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
func (h *Handler) RevokeOtherSessions(ctx context.Context, _ *pb.RevokeOtherSessionsRequest) (*pb.RevokeOtherSessionsResponse, error) {
	n, err := h.service.RevokeOtherSessions(ctx, auth.From(ctx))
	return &pb.RevokeOtherSessionsResponse{Ended: int32(n)}, err
}

// ListSecurityEvents implements AccountService.
func (h *Handler) ListSecurityEvents(ctx context.Context, r *pb.ListSecurityEventsRequest) (*pb.ListSecurityEventsResponse, error) {
	rows, next, err := h.service.ListSecurityEvents(ctx, auth.From(ctx).UserID, paging.Size(r.PageSize, paging.DefaultSize), r.PageToken)
	if err != nil {
		return nil, err
	}
	response := &pb.ListSecurityEventsResponse{NextPageToken: next}
	for _, row := range rows {
		response.Events = append(response.Events, securityEventToProto(row))
	}
	return response, nil
}

// RequestPasswordReset implements AccountService.
func (h *Handler) RequestPasswordReset(ctx context.Context, r *pb.RequestPasswordResetRequest) (*pb.RequestPasswordResetResponse, error) {
	return &pb.RequestPasswordResetResponse{Success: true}, h.service.RequestPasswordReset(ctx, r.Email)
}

// ConfirmPasswordReset implements AccountService.
func (h *Handler) ConfirmPasswordReset(ctx context.Context, r *pb.ConfirmPasswordResetRequest) (*pb.ConfirmPasswordResetResponse, error) {
	reset, err := h.service.ConfirmPasswordReset(ctx, r.Token, r.Password)
	if err != nil {
		return nil, err
	}
	return &pb.ConfirmPasswordResetResponse{
		Success: true, Credentials: credentialsToProto(reset.Left), Removed: credentialsToProto(reset.Removed),
	}, nil
}

// VerifyEmail implements AccountService.
func (h *Handler) VerifyEmail(ctx context.Context, r *pb.VerifyEmailRequest) (*pb.VerifyEmailResponse, error) {
	userID := uuid.Nil
	if caller := auth.From(ctx); caller != nil && caller.SessionID != uuid.Nil {
		userID = caller.UserID
	}
	return &pb.VerifyEmailResponse{Success: true}, h.service.VerifyEmail(ctx, userID, r.Token)
}

// ChangeEmail implements AccountService.
func (h *Handler) ChangeEmail(ctx context.Context, r *pb.ChangeEmailRequest) (*pb.ChangeEmailResponse, error) {
	return &pb.ChangeEmailResponse{Success: true}, h.service.ChangeEmail(ctx, auth.From(ctx).UserID, r.NewEmail, r.Password)
}

// CancelEmailChange implements AccountService.
func (h *Handler) CancelEmailChange(ctx context.Context, _ *pb.CancelEmailChangeRequest) (*pb.CancelEmailChangeResponse, error) {
	return &pb.CancelEmailChangeResponse{Success: true}, h.service.CancelEmailChange(ctx, auth.From(ctx).UserID)
}

// SendVerification implements AccountService.
func (h *Handler) SendVerification(ctx context.Context, _ *pb.SendVerificationRequest) (*pb.SendVerificationResponse, error) {
	return &pb.SendVerificationResponse{Success: true}, h.service.SendVerification(ctx, auth.From(ctx).UserID)
}

// DeleteAccount implements AccountService. The id must be the caller's, so that a wrong path cannot delete the wrong account.
func (h *Handler) DeleteAccount(ctx context.Context, r *pb.DeleteAccountRequest) (*pb.DeleteAccountResponse, error) {
	caller := auth.From(ctx)
	if r.Id != caller.UserID.String() {
		return nil, fault.Denied("NOT_OWNER", "You can only delete your own account")
	}
	if err := h.service.Delete(ctx, caller.UserID, r.Password, enumname.Of(r.Content)); err != nil {
		return nil, err
	}
	h.cookies.Clear(responseHeader(ctx))
	return &pb.DeleteAccountResponse{Success: true}, nil
}

// loggedIn adds the cookie of a new session to a response header and logs the login.
func (h *Handler) loggedIn(ctx context.Context, header http.Header, u *ent.User, session Session) {
	server.LoggedIn(ctx, u.ID)
	h.cookies.Set(header, session.Token, session.CookieExpires)
}

func client(ctx context.Context) Client {
	return Client{SessionID: sessionID(ctx), UserAgent: auth.ClientOf(ctx).UserAgent}
}

// sessionID returns the session of the request, or uuid.Nil if there is none.
func sessionID(ctx context.Context) uuid.UUID {
	if caller := auth.From(ctx); caller != nil {
		return caller.SessionID
	}
	return uuid.Nil
}

// responseHeader returns the header that carries the cookies of the response.
func responseHeader(ctx context.Context) http.Header {
	info, ok := connect.CallInfoForHandlerContext(ctx)
	if !ok {
		return http.Header{} // called without HTTP
	}
	return info.ResponseHeader()
}
