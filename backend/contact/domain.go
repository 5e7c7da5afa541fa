package contact

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"uvboard/backend/platform/archive"
	"uvboard/backend/platform/domain"
	"uvboard/backend/platform/mail"
	"uvboard/backend/platform/rest"
	"uvboard/backend/platform/server"
	"uvboard/ent"
	"uvboard/ent/contactmessage"
	"uvboard/gen/uvboard/v1/uvboardv1connect"
)

// Domain returns what contact contributes to the board.
func Domain(s *Service) domain.Domain {
	return domain.Domain{
		Name: "contact",
		Services: []server.Service{
			server.Mount[uvboardv1connect.ContactServiceHandler](uvboardv1connect.NewContactServiceHandler,
				NewHandler(s))},
		Mails: []mail.Message{
			newMail(&ent.ContactMessage{Name: "Ada", Email: "ada@example.org", Subject: "Kilns",
				Message: "How hot?\nHow long?"}),
			s.memberMail("ben", &ent.User{Username: "ada"}, true, "Your kiln", "May I try your kiln?"),
		},
		Exports: []domain.Export{{Name: "contact-messages.json", About: "your messages to the people who run the board",
			Of: "contact_messages.user_id", Private: true, Write: s.export}},
	}
}

func (s *Service) export(ctx context.Context, w *archive.Writer, u *ent.User) error {
	return archive.ListRows(w, "contact-messages.json", func(after uuid.UUID) ([]*ent.ContactMessage, error) {
		return s.db.Client().ContactMessage.Query().Where(contactmessage.UserID(u.ID), contactmessage.IDGT(after)).
			Order(contactmessage.ByID()).Limit(archive.PageSize).All(ctx)
	}, func(m *ent.ContactMessage) (uuid.UUID, any) { return m.ID, json.RawMessage(rest.JSON(toProto(m))) })
}
