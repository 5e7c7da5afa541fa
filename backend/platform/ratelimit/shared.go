package ratelimit

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/jobs"
	"uvboard/ent"
	"uvboard/ent/ratebucket"
)

// shared are the limits of what costs money, sends mail or tries a password. The servers of a database count them
// together.
var shared = map[auth.Limit]bool{
	auth.LimitRegister: true, auth.LimitLogin: true, auth.LimitUsername: true, auth.LimitContact: true,
	auth.LimitVibeKit: true, auth.LimitDonation: true,
}

func (l *Limiter) shares(key Key) bool { return l.db != nil && shared[key.limit] }

// id identifies a bucket in the database without an address or a name.
func (k Key) id() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s %s", k.limit, k.addr, k.user, k.username))
	return hex.EncodeToString(sum[:])
}

// refill is the time in which a bucket gets a token.
func (a allowance) refill() time.Duration { return time.Duration(float64(time.Second) / a.perSecond) }

// A bucket in the database is the time at which it will be full. A token taken moves that time by refill. The
// statements run outside of Write, because they change nothing that is cached.
const (
	takeToken = `INSERT INTO rate_buckets (id, full_at) VALUES ($1, $2::timestamptz + $3 * interval '1 microsecond')
ON CONFLICT (id) DO UPDATE SET full_at = GREATEST(rate_buckets.full_at, $2::timestamptz) + $3 * interval '1 microsecond'
WHERE rate_buckets.full_at <= $4::timestamptz`
	returnToken = "UPDATE rate_buckets SET full_at = full_at - $2 * interval '1 microsecond' WHERE id = $1"
)

func (l *Limiter) takeShared(ctx context.Context, key Key, allowed allowance) (wait time.Duration, err error) {
	now := l.now().UTC()
	latest := now.Add(time.Duration(allowed.burst-1) * allowed.refill()) // at which a bucket with a token is full
	result, err := l.db.Writer().ExecContext(ctx, takeToken, key.id(), now, allowed.refill().Microseconds(), latest)
	if err != nil {
		return 0, fmt.Errorf("count a call: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n > 0 {
		return 0, err
	}
	full, err := l.fullAt(ctx, key)
	return max(full.Sub(latest), time.Millisecond), err
}

func (l *Limiter) leftShared(ctx context.Context, key Key, allowed allowance) (int, error) {
	full, err := l.fullAt(ctx, key)
	missing := max(0, full.Sub(l.now()))
	return int(allowed.burst - float64(missing)/float64(allowed.refill())), err
}

func (l *Limiter) returnShared(ctx context.Context, key Key, allowed allowance) error {
	if _, err := l.db.Writer().ExecContext(context.WithoutCancel(ctx), returnToken, key.id(), allowed.refill().
		Microseconds()); err != nil {
		return fmt.Errorf("uncount a call: %w", err)
	}
	return nil
}

// fullAt returns when a bucket is full, the zero time if it is.
func (l *Limiter) fullAt(ctx context.Context, key Key) (at time.Time, err error) {
	err = l.db.Writer().QueryRowContext(ctx, "SELECT full_at FROM rate_buckets WHERE id = $1", key.id()).Scan(&at)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, fmt.Errorf("look up a limit: %w", err)
	}
	return at, nil
}

// sweepSize limits the buckets that a run of the job deletes.
const sweepSize = 5000

// Job deletes buckets that are full.
func (l *Limiter) Job() jobs.Job {
	full := ratebucket.FullAtLT
	return jobs.Job{
		Name: "delete counts of rate limits", Every: 10 * time.Minute,
		Due: func(ctx context.Context) (bool, error) {
			if l == nil || l.db == nil {
				return false, nil
			}
			return l.db.Client().RateBucket.Query().Where(full(l.now())).Exist(ctx)
		},
		Run: func(ctx context.Context) error {
			ids, err := l.db.Client().RateBucket.Query().Where(full(l.now())).Order(ratebucket.ByFullAt()).
				Limit(sweepSize).IDs(ctx)
			if err != nil {
				return fmt.Errorf("look for full buckets: %w", err)
			}
			return l.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
				_, err := tx.RateBucket.Delete().Where(ratebucket.IDIn(ids...), full(l.now())).Exec(ctx)
				return err
			})
		},
	}
}
