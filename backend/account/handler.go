package account

import (
	"context"

	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// Handler implements the calls of AccountService about an account itself, and with access.Handler those about its
// access.
type Handler struct {
	*access.Handler
	service *Service
}

// NewHandler returns a handler for service.
func NewHandler(service *Service, cookies auth.Cookies) *Handler {
	return &Handler{access.NewHandler(service.Service, cookies), service}
}

// Register implements AccountService.
func (h *Handler) Register(ctx context.Context, r *pb.RegisterRequest) (*pb.RegisterResponse, error) {
	in := Registration{Username: r.Username, Email: r.Email, Password: r.Password, Invitation: r.Invitation,
		ProofOfWork: r.ProofOfWork}
	u, session, err := h.service.Register(ctx, in, access.ClientOf(ctx))
	if err != nil {
		return nil, err
	}
	h.LoggedIn(ctx, access.ResponseHeader(ctx), u, session)
	user, err := h.SessionUser(ctx, u)
	return &pb.RegisterResponse{User: user}, err
}

// GetChallenge implements AccountService.
func (h *Handler) GetChallenge(ctx context.Context, _ *pb.GetChallengeRequest) (*pb.GetChallengeResponse, error) {
	c, err := h.service.Challenge(ctx)
	if err != nil {
		return nil, err
	}
	return &pb.GetChallengeResponse{Challenge: &pb.Challenge{
		Algorithm: c.Algorithm, Challenge: c.Challenge, MaxNumber: int32(c.MaxNumber), Salt: c.Salt,
		Signature: c.Signature,
	}}, nil
}

// CreateFirstAdmin implements AccountService.
func (h *Handler) CreateFirstAdmin(ctx context.Context,
	r *pb.CreateFirstAdminRequest) (*pb.CreateFirstAdminResponse, error) {
	u, session, err := h.service.CreateFirstAdmin(ctx, r.Token, r.Username, r.Email, r.Password, access.ClientOf(ctx))
	if err != nil {
		return nil, err
	}
	h.LoggedIn(ctx, access.ResponseHeader(ctx), u, session)
	user, err := h.SessionUser(ctx, u)
	return &pb.CreateFirstAdminResponse{User: user}, err
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
	user, err := h.SessionUser(ctx, u)
	return &pb.GetSessionResponse{User: user}, err
}

// SessionUser converts a user who has a session.
func (h *Handler) SessionUser(ctx context.Context, u *ent.User) (*pb.SessionUser, error) {
	warning, err := h.service.Warning(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	factor, err := h.service.FactorOf(ctx, h.service.db.Client(), u.ID)
	if err != nil {
		return nil, err
	}
	out := sessionUserToProto(u, warning, factor, h.service.now())
	out.NeedsSecondFactor = h.service.NeedsFactor(u.Role, factor != nil)
	return out, nil
}

// CreateInvitation implements AccountService.
func (h *Handler) CreateInvitation(ctx context.Context,
	_ *pb.CreateInvitationRequest) (*pb.CreateInvitationResponse, error) {
	made, code, err := h.service.CreateInvitation(ctx, auth.From(ctx).UserID)
	if err != nil {
		return nil, err
	}
	out := invitationToProto(made)
	out.Code, out.Url = code, h.service.mails.Origin+"/register?invitation="+code
	return &pb.CreateInvitationResponse{Invitation: out}, nil
}

// ListInvitations implements AccountService.
func (h *Handler) ListInvitations(ctx context.Context,
	_ *pb.ListInvitationsRequest) (*pb.ListInvitationsResponse, error) {
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
func (h *Handler) DeleteInvitation(ctx context.Context,
	r *pb.DeleteInvitationRequest) (*pb.DeleteInvitationResponse, error) {
	return &pb.DeleteInvitationResponse{Success: true}, h.service.DeleteInvitation(ctx, auth.From(ctx).UserID,
		store.ParseID(r.Id))
}

// ChangePassword implements AccountService.
func (h *Handler) ChangePassword(ctx context.Context, r *pb.ChangePasswordRequest) (*pb.ChangePasswordResponse, error) {
	caller := auth.From(ctx)
	endTokens := r.EndTokens == nil || *r.EndTokens
	session, err := h.service.ChangePassword(ctx, caller.UserID, caller.SessionID, r.CurrentPassword, r.NewPassword,
		endTokens)
	if err != nil {
		return nil, err
	}
	h.SetCookie(ctx, session)
	return &pb.ChangePasswordResponse{Success: true}, nil
}

// RequestPasswordReset implements AccountService.
func (h *Handler) RequestPasswordReset(ctx context.Context,
	r *pb.RequestPasswordResetRequest) (*pb.RequestPasswordResetResponse, error) {
	return &pb.RequestPasswordResetResponse{Success: true}, h.service.RequestPasswordReset(ctx, r.Email)
}

// ConfirmPasswordReset implements AccountService.
func (h *Handler) ConfirmPasswordReset(ctx context.Context,
	r *pb.ConfirmPasswordResetRequest) (*pb.ConfirmPasswordResetResponse, error) {
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
	return &pb.ChangeEmailResponse{Success: true}, h.service.ChangeEmail(ctx, auth.From(ctx).UserID, r.NewEmail,
		r.Password)
}

// CancelEmailChange implements AccountService.
func (h *Handler) CancelEmailChange(ctx context.Context,
	_ *pb.CancelEmailChangeRequest) (*pb.CancelEmailChangeResponse, error) {
	return &pb.CancelEmailChangeResponse{Success: true}, h.service.CancelEmailChange(ctx, auth.From(ctx).UserID)
}

// SendVerification implements AccountService.
func (h *Handler) SendVerification(ctx context.Context,
	_ *pb.SendVerificationRequest) (*pb.SendVerificationResponse, error) {
	return &pb.SendVerificationResponse{Success: true}, h.service.SendVerification(ctx, auth.From(ctx).UserID)
}

// DeleteAccount implements AccountService. The id must be the caller's, so that a wrong path cannot delete the wrong
// account.
func (h *Handler) DeleteAccount(ctx context.Context, r *pb.DeleteAccountRequest) (*pb.DeleteAccountResponse, error) {
	caller := auth.From(ctx)
	if r.Id != caller.UserID.String() {
		return nil, fault.Denied("NOT_OWNER", "You can only delete your own account")
	}
	if err := h.service.Delete(ctx, caller.UserID, r.Password, enumname.Of(r.Content)); err != nil {
		return nil, err
	}
	h.Cookies.Clear(access.ResponseHeader(ctx))
	return &pb.DeleteAccountResponse{Success: true}, nil
}
