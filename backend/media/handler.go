package media

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"uvboard/backend/platform/audit"
	"uvboard/backend/platform/auth"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/fault"
	"uvboard/backend/platform/server"
	"uvboard/backend/platform/store"
	"uvboard/ent"
	"uvboard/ent/user"
)

const (
	maxUploadTime = 30 * time.Minute
	maxSilence    = 30 * time.Second // between two reads
	formBytes     = 64 << 10         // the most that a form adds to its file
	// maxDrainBytes is how much of a rejected upload is read and discarded, so that the browser receives the reason
	// instead of a broken connection.
	maxDrainBytes = 16 << 20
)

var errBroken = fault.Malformed("The upload broke off. Please try again.")

// Handler implements the HTTP routes of uploads. Its methods write the response unless they return an error.
type Handler struct {
	service   *Service
	setAvatar SetAvatar
	inFlight  inFlight

	shownToAll string // query with a row if everybody sees an item that shows the upload $1
	// query with a row if the user $2 has uploaded the upload $1, owns an item that shows it, is an admin ($3), or
	// moderates ($4) and the item is hidden
	shownToSome string
}

// NewHandler returns a handler for service. uses are the kinds of items that show uploads.
func NewHandler(service *Service, setAvatar SetAvatar, uses []domain.UploadUse) *Handler {
	avatars := domain.UploadUse{Kind: AvatarUse, Table: "users", Visible: "deleted_at IS NULL"}
	return &Handler{
		service: service, setAvatar: setAvatar,
		shownToAll: shown(append(slices.Clone(uses), avatars),
			func(use domain.UploadUse) string { return use.Visible }),
		shownToSome: "SELECT 1 FROM uploads WHERE id = $1 AND (user_id = $2 OR $3) UNION ALL " +
			shown(owned(uses), func(use domain.UploadUse) string {
				return "(t.user_id = $2 OR $4 AND (" + cmp.Or(use.Hidden, "FALSE") + "))"
			}),
	}
}

// Upload is POST /api/upload: the form field file, an image or a video, becomes {"url": …}.
func (h *Handler) Upload(w http.ResponseWriter, r *http.Request) error {
	return drained(r, h.upload(w, r, "file", MaxVideoBytes, errVideoTooLarge, h.service.Add))
}

// UploadCover is POST /api/blog/upload-cover: the form field coverImage, an image, becomes {"url": …}.
func (h *Handler) UploadCover(w http.ResponseWriter, r *http.Request) error {
	return drained(r, h.upload(w, r, "coverImage", MaxImageBytes, errImageTooLarge, h.service.AddImage))
}

func (h *Handler) upload(w http.ResponseWriter, r *http.Request, field string, maxBytes int64, tooLarge error,
	add func(ctx context.Context, userID uuid.UUID, r io.Reader) (Added, error),
) error {
	caller := auth.From(r.Context())
	if caller == nil {
		return auth.Admit(auth.User, nil)
	}
	ctx := r.Context()
	done, err := h.inFlight.begin(caller.UserID)
	if err != nil {
		return err
	}
	defer done()
	file, err := fileOf(w, r, field, maxBytes, tooLarge, func() error {
		_, err := server.Recheck(ctx)
		return err
	})
	if err != nil {
		return err
	}
	u, err := add(ctx, caller.UserID, file)
	if err != nil {
		return err
	}
	return answer(w, http.StatusCreated, u, "url")
}

// actionSetAvatar is the action in the audit log of an admin who changes the avatar of another user.
const actionSetAvatar = "set_avatar"

// ProfilePicture is POST /api/users/{id}/profile-pic for that user and for admins: the form field profilePic, an image,
// becomes the user's avatar.
func (h *Handler) ProfilePicture(w http.ResponseWriter, r *http.Request) error {
	return drained(r, h.profilePicture(w, r))
}

func (h *Handler) profilePicture(w http.ResponseWriter, r *http.Request) error {
	caller := auth.From(r.Context())
	if caller == nil {
		return auth.Admit(auth.User, nil)
	}
	ctx := r.Context()
	owner := store.ParseID(r.PathValue("id"))
	exists, err := h.service.db.Client().User.Query().Where(user.ID(owner)).Exist(ctx)
	if err != nil {
		return fmt.Errorf("find the owner of an avatar: %w", err)
	}
	if !exists {
		return fault.NotFound("USER_NOT_FOUND", "User not found")
	}
	if err := mayPicture(ctx, owner); err != nil {
		return err
	}
	done, err := h.inFlight.begin(caller.UserID)
	if err != nil {
		return err
	}
	defer done()
	file, err := fileOf(w, r, "profilePic", MaxImageBytes, errImageTooLarge, func() error {
		now, err := server.Recheck(ctx)
		if err != nil {
			return err
		}
		return mayPicture(now, owner)
	})
	if err != nil {
		return err
	}
	u, err := h.service.AddAvatar(ctx, owner, file, func(ctx context.Context, tx *ent.Client, id uuid.UUID,
		address string) (string, error) {
		before, err := h.setAvatar(ctx, tx, id, address)
		if err != nil {
			return "", err
		}
		e := audit.Entry{Action: actionSetAvatar, TargetType: AvatarUse, Target: id, Subject: id}
		return before, audit.AddUnlessOwn(ctx, h.service.db, tx, caller, e, h.service.now())
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, u, "avatar", "profilePicUrl")
}

// mayPicture refuses a caller who may not change the profile picture of a user.
func mayPicture(ctx context.Context, owner uuid.UUID) error {
	if caller := auth.From(ctx); owner != caller.UserID && !caller.IsAdmin() {
		return fault.Denied("NOT_OWNER", "You can only change your own profile picture")
	}
	return nil
}

// fileOf opens the file in a form's field, to be read once. Its errors, and those of reading it, are faults. When the
// file has arrived, it calls arrived, which may still reject it.
func fileOf(w http.ResponseWriter, r *http.Request, field string, maxBytes int64, tooLarge error,
	arrived func() error) (io.Reader, error) {
	r.Body = &patientBody{ReadCloser: r.Body, control: http.NewResponseController(w), until: time.Now().
		Add(maxUploadTime)}
	if r.ContentLength > maxBytes+formBytes {
		return nil, tooLarge
	}
	form, err := r.MultipartReader()
	switch {
	case errors.Is(err, http.ErrNotMultipart):
		return nil, fault.UnsupportedMedia("The request must be a multipart/form-data form.")
	case err != nil:
		return nil, fault.Malformed("The form cannot be read.")
	}
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fault.Invalid(field, "Please choose a file to upload.")
		case err != nil:
			return nil, readFault(err, tooLarge)
		case part.FormName() == field:
			return &arrivingReader{part, tooLarge, arrived}, nil
		}
	}
}

// arrivingReader turns the failures of reading a file into faults, and asks at its end whether it is still wanted.
type arrivingReader struct {
	file     io.Reader
	tooLarge error
	arrived  func() error
}

func (p *arrivingReader) Read(b []byte) (int, error) {
	n, err := p.file.Read(b)
	if errors.Is(err, io.EOF) {
		if refusal := p.arrived(); refusal != nil {
			return n, refusal
		}
	} else if err != nil {
		err = readFault(err, p.tooLarge)
	}
	return n, err
}

func readFault(err, tooLarge error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge
	}
	return errBroken
}

// patientBody extends the read deadline of a body with every read. Without a connection, as in tests, it has no effect.
type patientBody struct {
	io.ReadCloser
	control *http.ResponseController
	until   time.Time
}

func (b *patientBody) Read(p []byte) (int, error) {
	deadline := time.Now().Add(maxSilence)
	if deadline.After(b.until) {
		deadline = b.until
	}
	_ = b.control.SetReadDeadline(deadline)
	return b.ReadCloser.Read(p)
}

// answer writes the address of an upload under each of names, and what its user is told.
func answer(w http.ResponseWriter, status int, u Added, names ...string) error {
	body := map[string]string{}
	for _, name := range names {
		body[name] = Address(u.Upload)
	}
	if u.Notice != "" {
		body["notice"] = u.Notice
	}
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data) // fails only if the client has disconnected
	return nil
}

// drained reads the rest of the body up to maxDrainBytes if err is not nil, and returns err. It does not read the body
// of a visitor.
func drained(r *http.Request, err error) error {
	if err == nil || r.Context().Err() != nil {
		return err
	}
	if f := fault.Of(err); f == nil || f.Kind != fault.KindUnauthenticated {
		_, _ = io.CopyN(io.Discard, r.Body, maxDrainBytes) // best effort
	}
	return err
}
