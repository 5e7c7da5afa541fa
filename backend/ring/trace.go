package ring

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/netip"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/event"
	"uvboard/backend/platform/signing"
	"uvboard/ent"
	"uvboard/ent/key"
	"uvboard/ent/trace"
)

const (
	traceLife   = 14 * 24 * time.Hour
	deleteBatch = 500
	saltPrefix  = "trace " // of the purpose of a day's salt
)

// dayOf returns the day of a time in UTC, such as 20261123.
func dayOf(t time.Time) int {
	y, m, d := t.UTC().Date()
	return y*10_000 + int(m)*100 + d
}

func saltOf(day int) string { return fmt.Sprint(saltPrefix, day) }

// onEvent stores from where a user registers or votes.
func (s *Service) onEvent(ctx context.Context, tx *ent.Client, e event.Event) error {
	switch {
	case e.Kind == event.Registered:
		return s.trace(ctx, tx, e.Item.ID)
	case e.Kind == event.Voted && e.Actor != uuid.Nil:
		return s.trace(ctx, tx, e.Actor)
	}
	return nil
}

// trace stores hashes of the network and the browser of the request, once a day for the same ones.
func (s *Service) trace(ctx context.Context, tx *ent.Client, userID uuid.UUID) error {
	client := auth.ClientOf(ctx)
	if !client.Addr.IsValid() && client.UserAgent == "" {
		return nil // a command or a job
	}
	day := dayOf(s.now())
	salt, err := s.salt(ctx, tx, day)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO traces (user_id, day, network, agent) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, day, network, agent) DO NOTHING`, userID, day, hash(salt, network(client.Addr)),
		hash(salt, client.UserAgent))
	if err != nil {
		return fmt.Errorf("store a trace: %w", err)
	}
	return nil
}

// salt returns the salt of a day. It is kept in memory, since each vote needs it.
func (s *Service) salt(ctx context.Context, tx *ent.Client, day int) ([]byte, error) {
	if kept := s.kept.Load(); kept != nil && kept.day == day {
		return kept.salt, nil
	}
	// If this transaction is rolled back, the next one must store the salt: only a stored one is kept.
	salt, err := signing.Existing(ctx, tx, saltOf(day))
	if err != nil {
		return nil, err
	}
	if salt == nil {
		return signing.Secret(ctx, tx, saltOf(day))
	}
	s.kept.Store(&daySalt{day, salt})
	return salt, nil
}

type daySalt struct {
	day  int
	salt []byte
}

// network returns the /24 of an IPv4 address and the /64 of an IPv6 address.
func network(addr netip.Addr) string {
	if addr = addr.Unmap(); !addr.IsValid() {
		return ""
	}
	bits := 64
	if addr.Is4() {
		bits = 24
	}
	prefix, _ := addr.Prefix(bits) // fails only for more bits than the address has
	return prefix.String()
}

func hash(salt []byte, value string) string {
	if value == "" {
		return ""
	}
	return hex.EncodeToString(signing.Sign(salt, []byte(value)))
}

// forget deletes traces after traceLife, and the salts of the days before today: without its salt nobody can find out
// by trying which network a hash stands for.
func (s *Service) forget(ctx context.Context) error {
	now := s.now()
	for n := deleteBatch; n == deleteBatch; {
		ids, err := s.db.Client().Trace.Query().Where(trace.DayLT(dayOf(now.Add(-traceLife)))).
			Order(trace.ByDay()).Limit(deleteBatch).IDs(ctx)
		if err != nil {
			return fmt.Errorf("look for old traces: %w", err)
		}
		if n = len(ids); n == 0 {
			break
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.Trace.Delete().Where(trace.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old traces: %w", err)
		}
	}
	old := key.And(key.IDGTE(saltPrefix), key.IDLT(saltOf(dayOf(now))))
	there, err := s.db.Client().Key.Query().Where(old).Exist(ctx)
	if err != nil || !there {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		_, err := tx.Key.Delete().Where(old).Exec(ctx)
		return err
	})
}
