package signin

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"uvboard/backend/access"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/identity"
	"uvboard/ent/passkey"
	pb "uvboard/gen/uvboard/v1"
)

const (
	maxPasskeys   = 20 // of a user
	ceremonyLife  = 10 * time.Minute
	createPurpose = "create passkey" // of the secrets that sign the tokens
	answerPurpose = "passkey login"
)

// ceremony is the content of the token of a passkey that is being created or used.
type ceremony struct {
	ID      uuid.UUID // a challenge can be answered once
	Session webauthn.SessionData
	Half    *half // the login that it completes, nil for none
}

// OffersPasskeys reports whether browsers allow passkeys on the board's origin: only on a host name, with https or at
// localhost.
func OffersPasskeys(origin *url.URL) bool {
	host := origin.Hostname()
	if _, err := netip.ParseAddr(host); err == nil || protocol.ValidateRPID(host) != nil {
		return false
	}
	return origin.Scheme == "https" || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// UsePasskeys lets users log in with passkeys of the board's origin, if OffersPasskeys.
func (s *Service) UsePasskeys(origin *url.URL) {
	if !OffersPasskeys(origin) {
		return
	}
	s.passkeys, _ = webauthn.New(&webauthn.Config{
		RPID: origin.Hostname(), RPOrigins: []string{origin.Scheme + "://" + origin.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		// The device verifies the user, so that a passkey is two factors, and finds the passkey without a username.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore, // which some password managers send
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Timeout: ceremonyLife},
			Registration: webauthn.TimeoutConfig{Timeout: ceremonyLife},
		},
	}) // fails only for what OffersPasskeys has checked
}

func errNoPasskeys() error {
	return fault.Unavailable("PASSKEYS_NOT_OFFERED", "This board does not offer passkeys.")
}

func errPasskeyExpired() error {
	return fault.Precondition("PASSKEY_EXPIRED", "That took too long, or was done already. Please try again.")
}

// refused logs why an answer is wrong, such as another origin, and returns the fault WRONG_PASSKEY.
func refused(ctx context.Context, err error) error {
	slog.InfoContext(ctx, "a passkey was refused", "error", err.Error())
	return auth.WrongPasskey()
}

// holder is a user with the passkeys, for package webauthn.
type holder struct {
	id   uuid.UUID
	name string
	keys []*ent.Passkey
}

func (h *holder) WebAuthnID() []byte          { return h.id[:] }
func (h *holder) WebAuthnName() string        { return h.name }
func (h *holder) WebAuthnDisplayName() string { return h.name }

func (h *holder) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(h.keys))
	for i, row := range h.keys {
		id, _ := base64.RawURLEncoding.DecodeString(row.CredentialID) // stored by CreatePasskey
		all[i] = webauthn.Credential{
			ID: id, PublicKey: row.PublicKey, Flags: webauthn.CredentialFlags{BackupEligible: row.Synced},
			Authenticator: webauthn.Authenticator{SignCount: row.SignCount},
		}
		for _, transport := range row.Transports {
			all[i].Transport = append(all[i].Transport, protocol.AuthenticatorTransport(transport))
		}
	}
	return all
}

func (s *Service) holderOf(ctx context.Context, client *ent.Client, userID uuid.UUID,
	username string) (*holder, error) {
	rows, err := client.Passkey.Query().Where(passkey.UserID(userID)).Order(passkey.ByID()).Limit(maxPasskeys).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	return &holder{userID, username, rows}, nil
}

// seal returns the token of a ceremony.
func (s *Service) seal(ctx context.Context, tx *ent.Client, purpose string, session *webauthn.SessionData,
	h *half) (string, error) {
	return signing.Seal(ctx, tx, purpose, ceremony{store.NewID(s.now()), *session, h}, s.now().Add(ceremonyLife))
}

// unseal reads the token of a ceremony. Faults: PASSKEYS_NOT_OFFERED; PASSKEY_EXPIRED.
func (s *Service) unseal(ctx context.Context, client *ent.Client, purpose, token string) (c ceremony, err error) {
	if s.passkeys == nil {
		return c, errNoPasskeys()
	}
	ok, err := signing.Open(ctx, client, purpose, token, &c, s.now())
	if err == nil && !ok {
		err = errPasskeyExpired()
	}
	return c, err
}

// useUp makes a token that works once unusable, until it expires. Of two uses at once one fails, with the fault used.
func (s *Service) useUp(ctx context.Context, tx *ent.Client, id uuid.UUID, life time.Duration,
	used func() error) error {
	err := tx.UsedChallenge.Create().SetID(id).SetExpiresAt(s.now().Add(life)).Exec(ctx)
	if ent.IsConstraintError(err) {
		return used()
	}
	return err
}

// BeginPasskey returns what a browser needs to make a passkey for the caller, and the token for CreatePasskey. Faults:
// PASSKEYS_NOT_OFFERED; blocked if the user has 20 of them.
func (s *Service) BeginPasskey(ctx context.Context, caller *auth.Caller) (options any, token string, err error) {
	if s.passkeys == nil {
		return nil, "", errNoPasskeys()
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		h, err := s.mayAddPasskey(ctx, tx, u)
		if err != nil {
			return err
		}
		creation, session, err := s.passkeys.BeginRegistration(h,
			func(o *protocol.PublicKeyCredentialCreationOptions) error {
				o.RelyingParty.Name = s.mails.Name()
				o.CredentialExcludeList = webauthn.Credentials(h.WebAuthnCredentials()).CredentialDescriptors()
				return nil
			})
		if err != nil {
			return err
		}
		options = creation.Response
		token, err = s.seal(ctx, tx, createPurpose, session, nil)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("begin a passkey: %w", err)
	}
	return options, token, nil
}

func (s *Service) mayAddPasskey(ctx context.Context, tx *ent.Client, u *ent.User) (*holder, error) {
	h, err := s.holderOf(ctx, tx, u.ID, u.Username)
	if err == nil && len(h.keys) >= maxPasskeys {
		err = fault.Blocked("TOO_MANY_PASSKEYS", fmt.Sprintf("You can have %d passkeys at most. Remove one first.",
			maxPasskeys))
	}
	return h, err
}

// CreatePasskey stores a passkey that a browser made. The first second factor of the account comes with recovery codes.
// Faults: those of BeginPasskey and unseal; WRONG_PASSKEY; invalid name.
func (s *Service) CreatePasskey(ctx context.Context, caller *auth.Caller, name, token string,
	answer []byte) (made *ent.Passkey, codes []string, err error) {
	if name = store.Clean(name); name == "" {
		return nil, nil, fault.Invalid("name", "Name is required")
	}
	c, err := s.unseal(ctx, s.db.Client(), createPurpose, token)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil || !bytes.Equal(c.Session.UserID, caller.UserID[:]) {
		return nil, nil, auth.WrongPasskey()
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		codes = nil
		u, err := s.LockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		h, err := s.mayAddPasskey(ctx, tx, u)
		if err != nil {
			return err
		}
		credential, err := s.passkeys.CreateCredential(h, c.Session, parsed)
		if err != nil {
			return refused(ctx, err)
		}
		if err := s.useUp(ctx, tx, c.ID, ceremonyLife, errPasskeyExpired); err != nil {
			return err
		}
		factor, err := s.FactorOf(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		if factor == nil {
			if codes, err = s.addRecoveryCodes(ctx, tx, u.ID); err != nil {
				return err
			}
		}
		transports := make([]string, len(credential.Transport))
		for i, transport := range credential.Transport {
			transports[i] = string(transport)
		}
		made, err = tx.Passkey.Create().SetID(store.NewID(s.now())).SetUserID(u.ID).SetName(name).
			SetCredentialID(base64.RawURLEncoding.EncodeToString(credential.ID)).SetPublicKey(credential.PublicKey).
			SetTransports(transports).SetSynced(credential.Flags.BackupEligible).
			SetSignCount(credential.Authenticator.SignCount).
			SetCreatedAt(s.now()).Save(ctx)
		if ent.IsConstraintError(err) { // a device never repeats an id
			return auth.WrongPasskey()
		}
		if err != nil {
			return err
		}
		return s.passkeysChanged(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSKEY, name)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("create a passkey: %w", err)
	}
	return made, codes, nil
}

// passkeysChanged records a change of the user's passkeys, and tells the user's open pages.
func (s *Service) passkeysChanged(ctx context.Context, tx *ent.Client, userID uuid.UUID, kind pb.SecurityEventKind,
	name string) error {
	if err := s.db.Emit(ctx, tx, event.AccessOf(userID)); err != nil {
		return err
	}
	return s.Record(ctx, tx, userID, kind, name)
}

// ListPasskeys returns the user's passkeys, oldest first.
func (s *Service) ListPasskeys(ctx context.Context, userID uuid.UUID) ([]*ent.Passkey, error) {
	h, err := s.holderOf(ctx, s.db.Client(), userID, "")
	if err != nil {
		return nil, err
	}
	return h.keys, nil
}

// DeletePasskey removes a passkey of the caller. Faults: not found, also for another user's passkey; LAST_SIGN_IN.
func (s *Service) DeletePasskey(ctx context.Context, caller *auth.Caller, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		u, err := s.LockCaller(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		row, err := tx.Passkey.Query().Where(passkey.ID(id), passkey.UserID(u.ID)).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.NotFound("PASSKEY_NOT_FOUND", "Passkey not found")
		}
		if err != nil {
			return err
		}
		if err := tx.Passkey.DeleteOne(row).Exec(ctx); err != nil {
			return err
		}
		if err := s.keepASignIn(ctx, tx, u); err != nil {
			return err
		}
		if err := s.endRecoveryCodes(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.passkeysChanged(ctx, tx, u.ID, pb.SecurityEventKind_SECURITY_EVENT_KIND_PASSKEY_REMOVED, row.Name)
	})
	if err != nil {
		return fmt.Errorf("remove a passkey: %w", err)
	}
	return nil
}

// keepASignIn returns the fault LAST_SIGN_IN if a locked user has no way left to log in.
func (s *Service) keepASignIn(ctx context.Context, tx *ent.Client, u *ent.User) error {
	if u.PasswordHash != "" {
		return nil
	}
	linked, err := tx.Identity.Query().Where(identity.UserID(u.ID)).Exist(ctx)
	if err != nil || linked {
		return err
	}
	has, err := tx.Passkey.Query().Where(passkey.UserID(u.ID)).Exist(ctx)
	if err == nil && !has {
		err = fault.Precondition("LAST_SIGN_IN", "This is your only way to log in. Set a password first.")
	}
	return err
}

// BeginPasskeyLogin returns what a browser needs to log in with a passkey, and the token for FinishPasskeyLogin or
// StepUp. The token of a half or a caller allows only the passkeys of that user. Without both, the response is the same
// for everybody. Faults: PASSKEYS_NOT_OFFERED; LOGIN_EXPIRED.
func (s *Service) BeginPasskeyLogin(ctx context.Context, caller *auth.Caller,
	halfToken string) (options any, token string, err error) {
	if s.passkeys == nil {
		return nil, "", errNoPasskeys()
	}
	var (
		user uuid.UUID
		of   *half
	)
	if caller != nil {
		user = caller.UserID
	}
	if halfToken != "" {
		if of, err = s.openHalf(ctx, halfToken); err != nil {
			return nil, "", err
		}
		user = of.UserID
	}
	h := &holder{id: user}
	if user != uuid.Nil {
		if h, err = s.holderOf(ctx, s.db.Client(), user, ""); err != nil {
			return nil, "", err
		}
	}
	var (
		assertion *protocol.CredentialAssertion
		session   *webauthn.SessionData
	)
	if len(h.keys) > 0 {
		assertion, session, err = s.passkeys.BeginLogin(h)
	} else {
		assertion, session, err = s.passkeys.BeginDiscoverableLogin()
	}
	if err != nil {
		return nil, "", fmt.Errorf("begin a login with a passkey: %w", err)
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		token, err = s.seal(ctx, tx, answerPurpose, session, of)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("begin a login with a passkey: %w", err)
	}
	return assertion.Response, token, nil
}

// FinishPasskeyLogin starts a session of the user whose passkey answered. Faults: those of answered; LOGIN_EXPIRED.
func (s *Service) FinishPasskeyLogin(ctx context.Context, token string, answer []byte,
	client access.Client) (*ent.User, access.Session, error) {
	var u *ent.User
	session := s.NewSession()
	err := s.answered(ctx, token, answer, func(ctx context.Context, tx *ent.Client, c ceremony,
		locked *ent.User) error {
		if u = locked; c.Half != nil {
			if c.Half.UserID != u.ID {
				return auth.WrongPasskey()
			}
			return s.complete(ctx, tx, c.Half, u, session, client)
		}
		return s.SaveLogin(ctx, tx, u.ID, session, client)
	})
	if err != nil {
		return nil, access.Session{}, fmt.Errorf("log in with a passkey: %w", err)
	}
	return u, session, nil
}

// answered checks the answer of a passkey to BeginPasskeyLogin, records its use, and runs also in the same transaction
// with the locked user. Faults: WRONG_PASSKEY, also if a copy of the passkey has counted further; those of unseal.
func (s *Service) answered(ctx context.Context, token string, answer []byte, also func(context.Context, *ent.Client,
	ceremony, *ent.User) error) error {
	c, err := s.unseal(ctx, s.db.Client(), answerPurpose, token)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return auth.WrongPasskey()
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := tx.Passkey.Query().Where(passkey.CredentialID(base64.RawURLEncoding.EncodeToString(parsed.RawID))).
			Only(ctx)
		if ent.IsNotFound(err) {
			return auth.WrongPasskey()
		}
		if err != nil {
			return err
		}
		u, err := s.LockUser(ctx, tx, row.UserID)
		if fault.Of(err) != nil { // deleted meanwhile
			return auth.WrongPasskey()
		}
		if err != nil {
			return err
		}
		h, err := s.holderOf(ctx, tx, u.ID, u.Username) // after the lock
		if err != nil {
			return err
		}
		var used *webauthn.Credential
		if len(c.Session.UserID) > 0 {
			used, err = s.passkeys.ValidateLogin(h, c.Session, parsed)
		} else {
			used, err = s.passkeys.ValidateDiscoverableLogin(func([]byte, []byte) (webauthn.User, error) {
				return h,
					nil
			}, c.Session, parsed)
		}
		if err == nil && used.Authenticator.CloneWarning {
			err = errors.New("its counter went back: there is a copy of it")
		}
		if err != nil {
			return refused(ctx, err)
		}
		if err := s.useUp(ctx, tx, c.ID, ceremonyLife, errPasskeyExpired); err != nil {
			return err
		}
		if err := tx.Passkey.UpdateOneID(row.ID).SetSignCount(used.Authenticator.SignCount).SetLastUsedAt(s.now()).
			Exec(ctx); err != nil {
			return err
		}
		return also(ctx, tx, c, u)
	})
}
