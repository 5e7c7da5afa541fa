package weekly

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"uvboard/backend/account"
	"uvboard/backend/board"
	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/paging"
	"uvboard/backend/platform/signing"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/weeklysubscriber"
)

const (
	// confirmLife is how long the link that confirms an address is valid. Then the address is deleted.
	confirmLife = 7 * 24 * time.Hour
	// answerTime is the time that Subscribe takes, so that it does not reveal whether an address is known. Storing a
	// mail takes a small part of it.
	answerTime = 400 * time.Millisecond
	// A mailbox is mailed again because somebody enters one of its addresses after firstPause, and then after twice as
	// long each time.
	firstPause = 10 * time.Minute
	maxPause   = 24 * time.Hour
	// unsubscribePurpose names the secret that signs unsubscribe links.
	unsubscribePurpose = "weekly unsubscribe"
)

// subscriberKind is the type of subscribers in the audit log.
const subscriberKind = "weekly_subscriber"

// pause returns the time until a mailbox is mailed again that was mailed for a number of requests.
func pause(asks int) time.Duration {
	if asks == 0 {
		return 0
	}
	return min(firstPause<<min(asks-1, 10), maxPause)
}

// Subscribe mails an address a link that confirms its subscription, or that it is subscribed already. Callers cannot
// tell whether the address is known: the answer and its time are the same. Faults: those of board.Rules.CheckEmail and
// account.Service.CheckProof.
func (s *Service) Subscribe(ctx context.Context, email, proof string) error {
	rules, err := board.RulesOf(ctx, s.db.Client())
	if err != nil {
		return err
	}
	if err := rules.CheckEmail("email", email); err != nil {
		return err
	}
	useUp := func(context.Context, *ent.Client) error { return nil }
	if rules.ProofOfWork {
		if useUp, err = s.accounts.CheckProof(ctx, proof); err != nil {
			return fmt.Errorf("subscribe: %w", err)
		}
	}
	answer := time.NewTimer(answerTime)
	defer answer.Stop()
	err = s.ask(ctx, email, useUp)
	select {
	case <-answer.C:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) ask(ctx context.Context, email string, useUp func(context.Context, *ent.Client) error) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if err := useUp(ctx, tx); err != nil {
			return err
		}
		now, asks := s.now(), 1
		row, err := tx.WeeklySubscriber.Query().Where(weeklysubscriber.EmailKey(account.Mailbox(email)),
			s.db.ForUpdate).Only(ctx)
		switch {
		case ent.IsNotFound(err):
		case err != nil:
			return err
		case now.Before(row.AskedAt.Add(pause(row.Asks))):
			return nil
		case row.ConfirmedAt != nil:
			link, err := s.unsubscribeLink(ctx, tx, row.ID)
			if err != nil {
				return err
			}
			if err := row.Update().SetAskedAt(now).AddAsks(1).Exec(ctx); err != nil {
				return err
			}
			return s.board.AddWithLink(ctx, tx, row.Email, s.knownMessage(), link, now)
		default: // it may be another address of the mailbox; the token of a mail that waits ends
			asks += row.Asks
			if err := remove(ctx, tx, row); err != nil {
				return err
			}
		}
		token := auth.NewToken()
		err = tx.WeeklySubscriber.Create().SetID(store.NewID(now)).SetEmail(email).SetEmailKey(account.Mailbox(email)).
			SetTokenHash(auth.TokenHash(token)).SetCreatedAt(now).SetAskedAt(now).SetAsks(asks).Exec(ctx)
		if err != nil {
			return err
		}
		return s.board.AddWithoutUser(ctx, tx, email, s.confirmMessage(token), now)
	})
	if ent.IsConstraintError(err) {
		return nil // another request mails the address at this moment
	}
	if err != nil {
		return fmt.Errorf("subscribe to the weekly: %w", err)
	}
	return nil
}

// errToken is the fault of a link that is not valid.
func errToken(message string) error {
	return &fault.Fault{Kind: fault.KindInvalid, Code: "INVALID_TOKEN", Message: message,
		Fields: map[string]string{"token": message}}
}

// hasToken is the condition of the index of tokens, as it is written there.
func hasToken(q *entsql.Selector) { q.Where(entsql.ExprP("token_hash <> ''")) }

// Confirm confirms the address that a token was mailed to. Repeating it changes nothing. Fault: INVALID_TOKEN.
func (s *Service) Confirm(ctx context.Context, token string) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := tx.WeeklySubscriber.Query().
			Where(weeklysubscriber.TokenHash(auth.TokenHash(token)), hasToken, s.db.ForUpdate).Only(ctx)
		if err != nil && !ent.IsNotFound(err) {
			return err
		}
		now := s.now()
		if err != nil || row.ConfirmedAt == nil && !now.Before(row.AskedAt.Add(confirmLife)) {
			return errToken("This link is not valid any more. Please enter your address again.")
		}
		if row.ConfirmedAt != nil {
			return nil
		}
		return row.Update().SetConfirmedAt(now).SetAsks(0).Exec(ctx)
	})
	if err != nil {
		return fmt.Errorf("confirm a subscription: %w", err)
	}
	return nil
}

// unsubscribeLink returns the link that ends a subscription. It is valid as long as the subscription, because people
// open old mails, and is signed instead of stored, because each mail has one.
func (s *Service) unsubscribeLink(ctx context.Context, tx *ent.Client, id uuid.UUID) (string, error) {
	secret, err := signing.Secret(ctx, tx, unsubscribePurpose)
	if err != nil {
		return "", err
	}
	token := slices.Concat(id[:], signing.Sign(secret, id[:]))
	return s.board.Link("/weekly/unsubscribe", base64.RawURLEncoding.EncodeToString(token)), nil
}

// Unsubscribe ends a subscription with the token of the link in a mail: it deletes the address and the mails to it that
// wait. Repeating it changes nothing. Fault: INVALID_TOKEN.
func (s *Service) Unsubscribe(ctx context.Context, token string) error {
	var id uuid.UUID
	content, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(content) != len(id)+signing.Size {
		return errNotSigned()
	}
	copy(id[:], content)
	secret, err := signing.Existing(ctx, s.db.Client(), unsubscribePurpose)
	if err != nil {
		return fmt.Errorf("read the secret of unsubscribe links: %w", err)
	}
	if !signing.Valid(secret, id[:], content[len(id):]) {
		return errNotSigned()
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := s.lock(ctx, tx, id)
		if err != nil || row == nil {
			return err
		}
		return remove(ctx, tx, row)
	})
	if err != nil {
		return fmt.Errorf("unsubscribe from the weekly: %w", err)
	}
	return nil
}

func errNotSigned() error {
	return errToken("This link is not valid. Use the one in the newest issue that you got.")
}

// lock returns a subscriber, nil for none. The lock waits for a step of the sending that may just queue a mail to it.
func (s *Service) lock(ctx context.Context, tx *ent.Client, id uuid.UUID) (*ent.WeeklySubscriber, error) {
	row, err := tx.WeeklySubscriber.Query().Where(weeklysubscriber.ID(id), s.db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, nil
	}
	return row, err
}

// remove deletes a locked subscriber and the mails to it that wait.
func remove(ctx context.Context, tx *ent.Client, row *ent.WeeklySubscriber) error {
	if err := tx.WeeklySubscriber.DeleteOne(row).Exec(ctx); err != nil {
		return err
	}
	for _, c := range []mail.Category{issueMails, subscriptionMails} {
		if err := mail.Withdraw(ctx, tx, c, row.Email); err != nil {
			return err
		}
	}
	return nil
}

// Subscribers returns subscribers, newest first, whose address begins with a text.
func (s *Service) Subscribers(ctx context.Context, search string, size int,
	token string) ([]*ent.WeeklySubscriber, string, error) {
	search = account.Mailbox(search)
	list := paging.ListName("weekly subscribers", search)
	from, err := paging.Parse[uuid.UUID](list, token)
	if err != nil {
		return nil, "", err
	}
	query := s.db.Client().WeeklySubscriber.Query().Order(weeklysubscriber.ByID(entsql.OrderDesc())).Limit(size + 1)
	if search != "" {
		local, _, _ := strings.Cut(search, "@")
		withoutDots := strings.ReplaceAll(local, ".", "") + strings.TrimPrefix(search, local) // the key may be Gmail's
		query.Where(weeklysubscriber.Or(weeklysubscriber.EmailKeyHasPrefix(search),
			weeklysubscriber.EmailKeyHasPrefix(withoutDots)))
	}
	if from != nil {
		query.Where(weeklysubscriber.IDLT(*from))
	}
	rows, err := query.All(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list subscribers: %w", err)
	}
	return paging.Cut(list, rows, size, func(last *ent.WeeklySubscriber) uuid.UUID { return last.ID })
}

// countConfirmed returns the number of subscribers with a confirmed address.
func countConfirmed(ctx context.Context, client *ent.Client) (int, error) {
	n, err := client.WeeklySubscriber.Query().Where(weeklysubscriber.ConfirmedAtNotNil()).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count subscribers: %w", err)
	}
	return n, nil
}

// Delete deletes a subscriber for an admin. Fault: not found.
func (s *Service) Delete(ctx context.Context, admin *auth.Caller, id uuid.UUID) error {
	err := s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		row, err := s.lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if row == nil {
			return fault.NotFound("SUBSCRIBER_NOT_FOUND", "Subscriber not found")
		}
		if err := remove(ctx, tx, row); err != nil {
			return err
		}
		entry := audit.Entry{Action: audit.Delete, TargetType: subscriberKind, Target: id}
		return audit.Add(ctx, s.db, tx, admin, entry, s.now())
	})
	if err != nil {
		return fmt.Errorf("delete a subscriber: %w", err)
	}
	return nil
}

// deleteBatch is how many unconfirmed addresses are deleted at a time.
const deleteBatch = 200

// DeleteUnconfirmed deletes addresses whose link has expired.
func (s *Service) DeleteUnconfirmed(ctx context.Context) error {
	for {
		ids, err := s.db.Client().WeeklySubscriber.Query().
			Where(weeklysubscriber.ConfirmedAtIsNil(), weeklysubscriber.AskedAtLT(s.now().Add(-confirmLife))).
			Order(weeklysubscriber.ByAskedAt()).Limit(deleteBatch).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.WeeklySubscriber.Delete().
				Where(weeklysubscriber.IDIn(ids...), weeklysubscriber.ConfirmedAtIsNil()).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete unconfirmed subscribers: %w", err)
		}
	}
}

// export writes the subscription of a user's confirmed address.
func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "weekly.json", func(after uuid.UUID) ([]*ent.WeeklySubscriber, error) {
		if u.EmailVerifiedAt == nil { // it may be a stranger's
			return nil, nil
		}
		return s.db.Client().WeeklySubscriber.Query().
			Where(weeklysubscriber.EmailKey(account.Mailbox(u.EmailKey)), weeklysubscriber.IDGT(after)).
			Limit(archive.PageSize).All(ctx)
	}, func(row *ent.WeeklySubscriber) (uuid.UUID, any) {
		return row.ID, map[string]any{"email": row.Email, "createdAt": row.CreatedAt, "confirmedAt": row.ConfirmedAt}
	})
}
