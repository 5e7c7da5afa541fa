package signin_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"uvboard/backend/access"
	"uvboard/backend/account"
	"uvboard/backend/platform/must"
	"uvboard/backend/platform/store"
	"uvboard/backend/platform/store/storetest"
	"uvboard/backend/signin/oauth"
	"uvboard/backend/signin/passkeytest"
	"uvboard/backend/signin/signintest"
	"uvboard/ent"
	"uvboard/ent/schema"
)

// A token or code for one use: of several uses at the same time one succeeds, and none after it.
func TestSingleUse(t *testing.T) {
	const tries = 4
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		clock := signintest.NewClock()
		s := signintest.WithPasskeys(db, clock.Now)
		ctx := t.Context()
		ada, started := signintest.Register(t, s, "Ada")
		device, secret := passkeytest.New(), ""
		person := oauth.Person{Subject: "1", Username: "ada"}
		var recovery []string
		secure := func() {
			here := signintest.Caller(t, s, started.Token)
			key, err := s.CreateTotp(ctx, here)
			must.NoError(t, err)
			secret = key.Secret()
			code, err := totp.GenerateCode(secret, clock.Now())
			must.NoError(t, err)
			recovery, err = s.ConfirmTotp(ctx, here, code)
			must.NoError(t, err)
			signintest.AddPasskey(t, s, here, device)
			must.NoError(t, signintest.ErrOf(s.Link(ctx, here, "kiln", person)))
		}
		half := func() string {
			_, session, err := s.Login(ctx, "Ada", "vibecoding", access.Client{})
			must.NoError(t, err)
			return session.Half.Token
		}
		halves := func() []string {
			tokens := make([]string, tries+1)
			for i := range tokens {
				tokens[i] = half()
			}
			return tokens
		}
		complete := func(token, code string) error {
			_, session, err := s.LoginWithSecondFactor(ctx, token, code, access.Client{})
			if (session.Token == "") == (err == nil) {
				t.Errorf("session %+v, error %v", session, err)
			}
			return err
		}
		// answer completes half a login with the passkey, each time by another challenge.
		answer := func(half string) func(int) error {
			var uses []func() error
			for range tries + 1 {
				options, token, err := s.BeginPasskeyLogin(ctx, nil, half)
				must.NoError(t, err)
				answer := device.Answer(t, options)
				uses = append(uses, func() error {
					_, _, err := s.FinishPasskeyLogin(ctx, token, answer, access.Client{})
					return err
				})
			}
			return func(i int) error { return uses[i]() }
		}
		invite := func() {
			signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
				id := uuid.MustParse("00000000-0000-7000-8000-000000000001")
				return tx.Board.Create().SetID(id).SetRegistration("invite").SetFooterLinks([]schema.FooterLink{}).
					SetCreatedAt(clock.Now()).SetUpdatedAt(clock.Now()).Exec(ctx)
			})
		}
		for _, one := range []struct {
			name string
			make func() func(i int) error
		}{
			{"TokenOfASetupLink", func() func(int) error {
				link, err := s.SetupLink(ctx)
				must.NoError(t, err)
				token := link[len("https://board.example/setup?token="):]
				return func(i int) error {
					name := fmt.Sprintf("admin%d", i)
					_, _, err := s.CreateFirstAdmin(ctx, token, name, name+"@example.org", "rosebud-7", access.Client{})
					return err
				}
			}},
			{"CodeOfAnApp", func() func(int) error {
				app := signintest.RegisterApp(t, s)
				code := signintest.CodeOf(t, s, ada, signintest.Asks(app))
				return func(int) error {
					return signintest.ErrOf(s.Exchange(ctx, app, code, signintest.Callback, signintest.Verifier))
				}
			}},
			{"RefreshTokenOfAnApp", func() func(int) error {
				app := signintest.RegisterApp(t, s)
				grant, err := s.Exchange(ctx, app, signintest.CodeOf(t, s, ada, signintest.Asks(app)),
					signintest.Callback, signintest.Verifier)
				must.NoError(t, err)
				return func(int) error { return signintest.ErrOf(s.Refresh(ctx, app, grant.Refresh)) }
			}},
			{"TokenOfANewPasskey", func() func(int) error {
				here := signintest.Caller(t, s, started.Token)
				options, token, err := s.BeginPasskey(ctx, here)
				must.NoError(t, err)
				answer := passkeytest.New().Create(t, options)
				return func(int) error {
					_, _, err := s.CreatePasskey(ctx, here, "Tablet", token, answer)
					return err
				}
			}},
			{"CodeOfAnAppForTheSecondFactor", func() func(int) error {
				secure()
				clock.Pass(time.Minute)
				tokens := halves()
				code, err := totp.GenerateCode(secret, clock.Now())
				must.NoError(t, err)
				return func(i int) error { return complete(tokens[i], code) }
			}},
			{"CodeOfAnAppForAProof", func() func(int) error {
				clock.Pass(time.Minute)
				here := signintest.Caller(t, s, started.Token)
				code, err := totp.GenerateCode(secret, clock.Now())
				must.NoError(t, err)
				return func(int) error { return signintest.ErrOf(s.StepUp(ctx, here, "", code)) }
			}},
			{"RecoveryCode", func() func(int) error {
				clock.Pass(time.Hour) // wrong codes are limited
				tokens, code := halves(), recovery[0]
				return func(i int) error { return complete(tokens[i], code) }
			}},
			{"HalfALoginWithCodes", func() func(int) error {
				clock.Pass(time.Hour)
				token := half()
				return func(i int) error { return complete(token, recovery[1+i]) }
			}},
			{"HalfALoginWithAPasskey", func() func(int) error { return answer(half()) }},
			{"HalfALoginOfAnotherService", func() func(int) error {
				_, session, err := s.LoginWith(ctx, "kiln", person, "", access.Client{})
				must.NoError(t, err)
				return answer(session.Half.Token)
			}},
			{"ChallengeOfAPasskey", func() func(int) error {
				options, token, err := s.BeginPasskeyLogin(ctx, nil, "")
				must.NoError(t, err)
				answer := device.Answer(t, options)
				return func(int) error {
					_, _, err := s.FinishPasskeyLogin(ctx, token, answer, access.Client{})
					return err
				}
			}},
			{"LinkOfAPasswordReset", func() func(int) error {
				clock.Pass(time.Hour)
				must.NoError(t, s.RequestPasswordReset(ctx, "ada@example.org"))
				token := signintest.TokenIn(t, signintest.Mails(t, db)[0], "/reset-password")
				return func(int) error { return signintest.ErrOf(s.ConfirmPasswordReset(ctx, token, "rosebud-7")) }
			}},
			{"Invitation", func() func(int) error {
				_, code, err := s.CreateInvitation(ctx, ada.ID)
				must.NoError(t, err)
				invite()
				return func(i int) error {
					name := fmt.Sprintf("guest%d", i)
					_, _, err := s.Register(ctx, account.Registration{Username: name, Email: name + "@example.org",
						Password: "vibecoding", Invitation: code}, access.Client{})
					return err
				}
			}},
			{"ProofOfWork", func() func(int) error {
				signintest.Write(t, db, func(ctx context.Context, tx *ent.Client) error {
					return tx.Board.Update().SetRegistration("open").SetProofOfWork(true).Exec(ctx)
				})
				proof := signintest.Solve(t, s)
				return func(i int) error {
					name := fmt.Sprintf("worker%d", i)
					_, _, err := s.Register(ctx, account.Registration{Username: name, Email: name + "@example.org",
						Password: "vibecoding", ProofOfWork: proof}, access.Client{})
					return err
				}
			}},
		} {
			t.Run(one.name, func(t *testing.T) {
				clock.Pass(time.Second)
				use := one.make()
				signintest.Race(t, tries, 1, use, func(error) {})
				if err := use(tries); err == nil {
					t.Error("it works again")
				}
			})
		}
	})
}
