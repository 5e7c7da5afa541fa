// Package idempotency answers a repeated call that creates something like the first one, so that a client that got no
// answer may send it again.
package idempotency

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/emptypb"

	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/jobs"
	"uvboard/backend/platform/ratelimit"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/idempotencykey"
	pb "uvboard/gen/uvboard/v1"
)

const (
	// Header has the key of a request.
	Header = "Idempotency-Key"
	// ReplayedHeader is "true" in a repeated answer.
	ReplayedHeader = "Idempotency-Replayed"

	maxKey    = 255 // characters
	maxKeys   = 1000
	keepFor   = 24 * time.Hour
	abandoned = 2 * time.Minute // longer than any call: its server has died
	batchSize = 500
)

// Keys keeps the keys of callers with the answers.
type Keys struct {
	db  *store.DB
	now func() time.Time
}

// New returns the keys in a database.
func New(db *store.DB, now func() time.Time) *Keys { return &Keys{db: db, now: store.Clock(now)} }

// Applies reports whether calls of a method take a key: those that create something.
func Applies(method protoreflect.MethodDescriptor) bool {
	status, _ := proto.GetExtension(method.Options(), pb.E_HttpStatus).(int32)
	return status == http.StatusCreated
}

// Intercept is an interceptor that guarantees that calls with the same key and message of a caller run once in a day.
// Only successful calls count: after a failure the key is free again. Faults: invalid, IDEMPOTENCY_KEY_USED,
// IDEMPOTENCY_KEY_RUNNING.
func (k *Keys) Intercept(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		key := request.Header().Get(Header)
		method, isMethod := request.Spec().Schema.(protoreflect.MethodDescriptor)
		message, isMessage := request.Any().(proto.Message)
		if k == nil || key == "" || !isMethod || !isMessage || !Applies(method) {
			return next(ctx, request)
		}
		if len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, fault.Invalid(Header, fmt.Sprintf("%s must have at most %d printable ASCII characters", Header,
				maxKey))
		}
		c, err := newCall(ctx, key, method, message)
		if err != nil {
			return nil, err
		}
		stored, err := k.begin(ctx, c)
		if err != nil {
			return nil, err
		}
		if stored != nil {
			return c.open(method, stored)
		}
		response, err := next(ctx, request)
		// The client may have disconnected.
		if ended := k.end(context.WithoutCancel(ctx), c, response, err); ended != nil {
			slog.WarnContext(ctx, "a call with an idempotency key may run again", "error", ended.Error())
		}
		return response, err
	}
}

// call is a call with a key.
type call struct {
	id, caller uuid.UUID
	key        string
	request    []byte // its hash
}

func newCall(ctx context.Context, key string, method protoreflect.MethodDescriptor, message proto.Message) (call,
	error) {
	who := "address " + ratelimit.Network(auth.ClientAddr(ctx)).String()
	if caller := auth.From(ctx); caller != nil {
		who = fmt.Sprintf("user %s app %s", caller.UserID, caller.AppID)
	}
	content, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		return call{}, err
	}
	sum := sha256.Sum256(append([]byte(method.FullName()+"\n"), content...))
	caller := uuid.NewHash(sha256.New(), uuid.Nil, []byte(who), 8)
	return call{id: uuid.NewHash(sha256.New(), caller, []byte(key), 8), caller: caller, key: key, request: sum[:]}, nil
}

// begin reserves the key of a call, or returns the answer that it has.
func (k *Keys) begin(ctx context.Context, c call) (answer []byte, err error) {
	err = k.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := k.now()
		if _, err := tx.IdempotencyKey.Delete().Where(idempotencykey.ID(c.id), idempotencykey.Or(
			idempotencykey.CreatedAtLTE(now.Add(-keepFor)),
			idempotencykey.And(idempotencykey.AnswerIsNil(), idempotencykey.CreatedAtLTE(now.Add(-abandoned))))).
			Exec(ctx); err != nil {
			return err
		}
		made, err := tx.ExecContext(ctx, `INSERT INTO idempotency_keys (id, caller, request_hash, created_at)
			VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`, c.id, c.caller, c.request, now)
		if err != nil {
			return err
		}
		if rows, err := made.RowsAffected(); err != nil {
			return err
		} else if rows == 1 {
			n, err := tx.IdempotencyKey.Query().Where(idempotencykey.Caller(c.caller)).Count(ctx)
			if err == nil && n > maxKeys {
				err = fault.Limited(fmt.Sprintf("You have used %d idempotency keys in a day.", maxKeys), time.Hour)
			}
			return err
		}
		row, err := tx.IdempotencyKey.Get(ctx, c.id)
		switch {
		case err != nil:
			return err
		case subtle.ConstantTimeCompare(row.RequestHash, c.request) == 0:
			return fault.Conflict("IDEMPOTENCY_KEY_USED", Header,
				"This key belongs to another request. Use a new key for each thing to create.")
		case row.Answer == nil:
			return fault.Conflict("IDEMPOTENCY_KEY_RUNNING", Header,
				"The first request with this key has not ended. Send this one again in a moment.")
		}
		answer = row.Answer
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("idempotency key: %w", err)
	}
	return answer, nil
}

// end stores the answer of a call, or frees its key after a failure.
func (k *Keys) end(ctx context.Context, c call, response connect.AnyResponse, failure error) error {
	var sealed []byte
	if failure == nil {
		var err error
		if sealed, err = c.seal(response); err != nil {
			return err
		}
	}
	return k.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		if failure != nil {
			_, err := tx.IdempotencyKey.Delete().Where(idempotencykey.ID(c.id)).Exec(ctx)
			return err
		}
		return tx.IdempotencyKey.Update().Where(idempotencykey.ID(c.id)).SetAnswer(sealed).Exec(ctx)
	})
}

// answer is what is stored of a response.
type answer struct {
	Header  http.Header
	Message []byte
}

// cipher encrypts with the key, which the database has not: an answer may have a secret that is shown once.
func (c call) cipher() (cipher.AEAD, error) {
	secret, err := hkdf.Key(sha256.New, []byte(c.key), c.id[:], "answer", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (c call) seal(response connect.AnyResponse) ([]byte, error) {
	message, err := proto.Marshal(response.Any().(proto.Message))
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(answer{response.Header(), message})
	if err != nil {
		return nil, err
	}
	aead, err := c.cipher()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, content, c.request), nil
}

// replay is a response whose message has a type that is known at run time only.
type replay struct {
	*connect.Response[emptypb.Empty]
	message proto.Message
}

func (r replay) Any() any { return r.message }

func (c call) open(method protoreflect.MethodDescriptor, stored []byte) (connect.AnyResponse, error) {
	aead, err := c.cipher()
	if err != nil {
		return nil, err
	}
	content, err := aead.Open(nil, nil, stored, c.request)
	if err != nil {
		return nil, fmt.Errorf("answer of an idempotency key: %w", err)
	}
	var a answer
	if err := json.Unmarshal(content, &a); err != nil {
		return nil, err
	}
	kind, err := protoregistry.GlobalTypes.FindMessageByName(method.Output().FullName())
	if err != nil {
		return nil, err
	}
	message := kind.New().Interface()
	if err := proto.Unmarshal(a.Message, message); err != nil {
		return nil, err
	}
	response := replay{connect.NewResponse(&emptypb.Empty{}), message}
	for name, values := range a.Header {
		response.Header()[name] = values
	}
	response.Header().Set(ReplayedHeader, "true")
	return response, nil
}

// Job deletes keys after a day.
func (k *Keys) Job() jobs.Job {
	return jobs.Job{Name: "delete old idempotency keys", Every: time.Hour, Run: k.deleteOld}
}

func (k *Keys) deleteOld(ctx context.Context) error {
	for {
		ids, err := k.db.Client().IdempotencyKey.Query().
			Where(idempotencykey.CreatedAtLTE(k.now().Add(-keepFor))).Limit(batchSize).IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = k.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.IdempotencyKey.Delete().Where(idempotencykey.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete old idempotency keys: %w", err)
		}
	}
}
