package media

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/uploadticket"
	pb "uvboard/gen/uvboard/v1"
)

const (
	ticketLife  = 10 * time.Minute
	maxTickets  = 20 // of a user
	ticketBatch = 500
	ticketPath  = "/api/uploads/tickets/"
)

var (
	errNoTicket = fault.NotFound("UPLOAD_NOT_FOUND",
		"This address takes no image: it is unknown or has expired. Make another one.")
	errTicketUsed = fault.Precondition("UPLOAD_USED", "This address has taken an image already. Make another one.")
)

// NewTicket makes an address that takes one image of the caller, and returns its secret part. Fault: limited.
func (s *Service) NewTicket(ctx context.Context, caller *auth.Caller) (t *ent.UploadTicket, secret string, err error) {
	secret = auth.NewToken()
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		now := s.now()
		n, err := tx.UploadTicket.Query().Where(uploadticket.UserID(caller.UserID), uploadticket.ExpiresAtGT(now)).
			Count(ctx)
		if err != nil {
			return err
		}
		if n >= maxTickets {
			return fault.Limited(fmt.Sprintf("You have made %d addresses for uploads in ten minutes.", n), time.Minute)
		}
		create := tx.UploadTicket.Create().SetID(store.NewID(now)).SetUserID(caller.UserID).
			SetSecretHash(auth.TokenHash(secret)).SetExpiresAt(now.Add(ticketLife))
		if caller.SessionID != uuid.Nil {
			create.SetSessionID(caller.SessionID)
		} else {
			create.SetAccessTokenID(caller.TokenID)
		}
		t, err = create.Save(ctx)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("make an address for an upload: %w", err)
	}
	return t, secret, nil
}

// Ticket returns an upload that the caller has made. Fault: not found.
func (s *Service) Ticket(ctx context.Context, caller *auth.Caller, id uuid.UUID) (*ent.UploadTicket, error) {
	t, err := s.db.Client().UploadTicket.Query().
		Where(uploadticket.ID(id), uploadticket.UserID(caller.UserID), uploadticket.ExpiresAtGT(s.now())).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, errNoTicket
	}
	if err != nil {
		return nil, fmt.Errorf("find an upload: %w", err)
	}
	return t, nil
}

// usable returns the upload of a secret whose owner may upload. Faults: not found, SUSPENDED.
func (s *Service) usable(ctx context.Context, secret string) (*ent.UploadTicket, error) {
	now := s.now()
	t, err := s.db.Client().UploadTicket.Query().
		Where(uploadticket.SecretHash(auth.TokenHash(secret)), uploadticket.ExpiresAtGT(now)).WithUser().Only(ctx)
	if ent.IsNotFound(err) || err == nil && t.Edges.User.DeletedAt != nil {
		return nil, errNoTicket
	}
	if err != nil {
		return nil, fmt.Errorf("find an upload: %w", err)
	}
	u := t.Edges.User
	if banned := auth.NewSuspension(u.SuspendedAt, u.SuspendedUntil, u.SuspensionReason, now); banned != nil {
		return nil, banned.Refuse()
	}
	return t, nil
}

// claimTicket takes the only use of an upload, or gives it back. It reports whether it did.
func (s *Service) claimTicket(ctx context.Context, id uuid.UUID, used bool, url string) (done bool, err error) {
	err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
		n, err := tx.UploadTicket.Update().
			Where(uploadticket.ID(id), uploadticket.IsUsed(!used || url != "")).SetIsUsed(used).SetURL(url).Save(ctx)
		done = n > 0
		return err
	})
	if err != nil {
		return false, fmt.Errorf("use an upload: %w", err)
	}
	return done, nil
}

// Put is PUT /api/uploads/tickets/{secret}: the body, an image, becomes {"url": …}. After a failure the address may be
// used again.
func (h *Handler) Put(w http.ResponseWriter, r *http.Request) error {
	return drained(r, h.put(w, r))
}

func (h *Handler) put(w http.ResponseWriter, r *http.Request) (err error) {
	ctx, secret := r.Context(), r.PathValue("secret")
	t, err := h.service.usable(ctx, secret)
	if err != nil {
		return err
	}
	if r.ContentLength > MaxImageBytes {
		return errImageTooLarge
	}
	done, err := h.inFlight.begin(t.UserID)
	if err != nil {
		return err
	}
	defer done()
	if claimed, err := h.service.claimTicket(ctx, t.ID, true, ""); err != nil {
		return err
	} else if !claimed {
		return errTicketUsed
	}
	defer func() {
		if err != nil { // the client may have disconnected
			_, free := h.service.claimTicket(context.WithoutCancel(ctx), t.ID, false, "")
			if free != nil {
				err = fmt.Errorf("%w (and %w)", err, free)
			}
		}
	}()
	r.Body = &patientBody{ReadCloser: r.Body, control: http.NewResponseController(w), until: time.Now().
		Add(maxUploadTime)}
	added, err := h.service.AddImage(ctx, t.UserID, &arrivingReader{r.Body, errImageTooLarge, func() error {
		_, err := h.service.usable(ctx, secret) // its token may have ended meanwhile
		return err
	}})
	if err != nil {
		return err
	}
	if _, err := h.service.claimTicket(ctx, t.ID, true, Address(added.Upload)); err != nil {
		return err
	}
	return answer(w, http.StatusCreated, added, "url")
}

// deleteTickets deletes expired uploads.
func (s *Service) deleteTickets(ctx context.Context) error {
	for {
		ids, err := s.db.Client().UploadTicket.Query().Where(uploadticket.ExpiresAtLTE(s.now())).Limit(ticketBatch).
			IDs(ctx)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.db.Write(ctx, func(ctx context.Context, tx *ent.Client) error {
			_, err := tx.UploadTicket.Delete().Where(uploadticket.IDIn(ids...)).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("delete expired uploads: %w", err)
		}
	}
}

func (s *Service) exportTickets(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "upload-addresses.json", func(after uuid.UUID) ([]*ent.UploadTicket, error) {
		return s.db.Client().UploadTicket.Query().Where(uploadticket.UserID(u.ID), uploadticket.IDGT(after)).
			Order(uploadticket.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(t *ent.UploadTicket) (uuid.UUID, any) {
		return t.ID, map[string]any{"url": t.URL, "expiresAt": t.ExpiresAt}
	})
}

// ticketService implements UploadService.
type ticketService struct {
	service *Service
	origin  string
}

// CreateUpload implements UploadService.
func (h *ticketService) CreateUpload(ctx context.Context, _ *pb.CreateUploadRequest) (*pb.CreateUploadResponse, error) {
	t, secret, err := h.service.NewTicket(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	made := ticketToProto(t)
	made.PutUrl = h.origin + ticketPath + secret
	return &pb.CreateUploadResponse{Upload: made}, nil
}

// GetUpload implements UploadService.
func (h *ticketService) GetUpload(ctx context.Context, r *pb.GetUploadRequest) (*pb.GetUploadResponse, error) {
	t, err := h.service.Ticket(ctx, auth.From(ctx), store.ParseID(r.Id))
	if err != nil {
		return nil, err
	}
	return &pb.GetUploadResponse{Upload: ticketToProto(t)}, nil
}

func ticketToProto(t *ent.UploadTicket) *pb.ImageUpload {
	return &pb.ImageUpload{Id: t.ID.String(), MaxBytes: MaxImageBytes, ExpiresAt: timestamppb.New(t.ExpiresAt),
		Url: t.URL}
}
