package signin

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/store"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements PasskeyService and the calls of AccountService about logins, and with account.Handler all others.
type Handler struct {
	*account.Handler
	service *Service
}

// NewHandler returns a handler for service.
func NewHandler(service *Service, cookies auth.Cookies) *Handler {
	return &Handler{account.NewHandler(service.Service, cookies), service}
}

// Login implements AccountService.
func (h *Handler) Login(ctx context.Context, r *pb.LoginRequest) (*pb.LoginResponse, error) {
	u, session, err := h.service.Login(ctx, r.Username, r.Password, access.ClientOf(ctx))
	if err != nil {
		return nil, err
	}
	if session.Half != nil {
		return &pb.LoginResponse{SecondFactor: &pb.SecondFactor{Token: session.Half.Token, Kinds: session.Half.Kinds}},
			nil
	}
	h.LoggedIn(ctx, access.ResponseHeader(ctx), u, session.Session)
	user, err := h.SessionUser(ctx, u)
	return &pb.LoginResponse{User: user}, err
}

// LoginWithSecondFactor implements AccountService.
func (h *Handler) LoginWithSecondFactor(ctx context.Context,
	r *pb.LoginWithSecondFactorRequest) (*pb.LoginWithSecondFactorResponse, error) {
	u, session, err := h.service.LoginWithSecondFactor(ctx, r.Token, r.Code, access.ClientOf(ctx))
	if err != nil {
		return nil, err
	}
	h.LoggedIn(ctx, access.ResponseHeader(ctx), u, session)
	user, err := h.SessionUser(ctx, u)
	return &pb.LoginWithSecondFactorResponse{User: user}, err
}

// StepUp implements AccountService.
func (h *Handler) StepUp(ctx context.Context, r *pb.StepUpRequest) (*pb.StepUpResponse, error) {
	session, err := h.service.StepUp(ctx, auth.From(ctx), r.Password, r.Code)
	if err != nil {
		return nil, err
	}
	h.SetCookie(ctx, session)
	return &pb.StepUpResponse{Success: true}, nil
}

// BeginPasskeyLogin implements PasskeyService. An access token is no session.
func (h *Handler) BeginPasskeyLogin(ctx context.Context,
	r *pb.BeginPasskeyLoginRequest) (*pb.BeginPasskeyLoginResponse, error) {
	caller := auth.From(ctx)
	if access.SessionID(ctx) == uuid.Nil {
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
func (h *Handler) FinishPasskeyLogin(ctx context.Context,
	r *pb.FinishPasskeyLoginRequest) (*pb.FinishPasskeyLoginResponse, error) {
	u, session, err := h.service.FinishPasskeyLogin(ctx, r.Token, answerOf(r.Credential), access.ClientOf(ctx))
	if err != nil {
		return nil, err
	}
	h.LoggedIn(ctx, access.ResponseHeader(ctx), u, session)
	user, err := h.SessionUser(ctx, u)
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
func (h *Handler) StepUpWithPasskey(ctx context.Context,
	r *pb.StepUpWithPasskeyRequest) (*pb.StepUpWithPasskeyResponse, error) {
	session, err := h.service.StepUpWithPasskey(ctx, auth.From(ctx), r.Token, answerOf(r.Credential))
	if err != nil {
		return nil, err
	}
	h.SetCookie(ctx, session)
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
