package account

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/altcha-org/altcha-lib-go"
	"github.com/google/uuid"

	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/usedchallenge"
)

const (
	challengeLife = 20 * time.Minute
	// maxNumber is the largest solution. A browser tries half of the numbers on average, which takes a second or two.
	maxNumber        = 300_000
	challengePurpose = "proof of work" // of the secret that signs challenges
	expires          = "expires"       // ALTCHA's name of the parameter
)

// Challenge returns a new challenge, whose solution is the proof of work for one registration.
func (s *Service) Challenge(ctx context.Context) (altcha.Challenge, error) {
	key, err := s.challengeKey(ctx)
	if err != nil {
		return altcha.Challenge{}, err
	}
	until := s.now().Add(challengeLife)
	// The salt has the id by which the challenge is used up.
	c, err := altcha.CreateChallenge(altcha.ChallengeOptions{
		Salt: store.NewID(s.now()).String(), MaxNumber: maxNumber, HMACKey: key, Expires: &until,
	})
	if err != nil {
		return altcha.Challenge{}, fmt.Errorf("create a challenge: %w", err)
	}
	return c, nil
}

// challengeKey returns the key that signs challenges, which all servers share.
func (s *Service) challengeKey(ctx context.Context) (string, error) {
	secret, err := signing.Existing(ctx, s.db.Client(), challengePurpose)
	if err == nil && secret == nil {
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			secret, err = signing.Secret(ctx, tx, challengePurpose)
			return err
		})
	}
	if err != nil {
		return "", fmt.Errorf("read the key of challenges: %w", err)
	}
	return hex.EncodeToString(secret), nil
}

// CheckProof is checkProof for another call than a registration. The returned function must run in the transaction of
// what the proof is for.
func (s *Service) CheckProof(ctx context.Context, proof string) (useUp func(context.Context, *ent.Client) error,
	err error) {
	use, err := s.checkProof(ctx, proof)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, tx *ent.Client) error { return use(ctx, tx, nil) }, nil
}

// checkProof checks a proof of work. The returned function uses its challenge up, in the transaction of the
// registration, so that a registration that fails for another reason can be sent again with the same proof. Fault:
// invalid PROOF_OF_WORK_NEEDED.
func (s *Service) checkProof(ctx context.Context, proof string) (useUp addition, err error) {
	if proof == "" {
		return nil, proofNeeded(
			"This board asks your browser to solve a small task before you sign up. Please let it finish and sign up again.")
	}
	refused := proofNeeded(
		"That took too long, or this solution was used already. Please let your browser solve another task.")
	var solved altcha.Payload
	if content, err := base64.StdEncoding.DecodeString(proof); err != nil || json.Unmarshal(content, &solved) != nil {
		return nil, refused
	}
	key, err := s.challengeKey(ctx)
	if err != nil {
		return nil, err
	}
	// Not its check of the time, which does not know our clock.
	if ok, err := altcha.VerifySolutionSafe(solved, key, false); err != nil || !ok {
		return nil, refused // the error is about what was sent, such as another algorithm
	}
	id, until, err := challengeOf(solved)
	if err != nil { // a challenge that we signed
		return nil, fmt.Errorf("read the challenge %q: %w", solved.Salt, err)
	}
	if !until.After(s.now()) {
		return nil, refused
	}
	// Check first: hashing the password is expensive.
	used, err := s.db.Client().UsedChallenge.Query().Where(usedchallenge.ID(id)).Exist(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for a used challenge: %w", err)
	}
	if used {
		return nil, refused
	}
	return func(ctx context.Context, tx *ent.Client, _ *ent.User) error {
		err := tx.UsedChallenge.Create().SetID(id).SetExpiresAt(until).Exec(ctx)
		if ent.IsConstraintError(err) {
			return refused
		}
		return err
	}, nil
}

// challengeOf returns the id of a solved challenge and when it expires.
func challengeOf(solved altcha.Payload) (id uuid.UUID, until time.Time, err error) {
	text, query, _ := strings.Cut(solved.Salt, "?")
	if id, err = uuid.Parse(text); err != nil {
		return id, until, err
	}
	parameters, err := url.ParseQuery(query)
	if err != nil {
		return id, until, err
	}
	seconds, err := strconv.ParseInt(parameters.Get(expires), 10, 64)
	return id, time.Unix(seconds, 0), err
}

func proofNeeded(message string) error {
	return &fault.Fault{Kind: fault.KindInvalid, Code: "PROOF_OF_WORK_NEEDED", Message: message,
		Fields: map[string]string{"proofOfWork": message}}
}
