package user_test

import (
	"strings"
	"testing"

	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/apitest"
	pb "uvboard/gen/uvboard/v1"
)

// allowed are the methods whose response has the caller's own address, or is for admins.
var allowed = map[protoreflect.FullName]bool{
	"uvboard.v1.AccountService.Register": true, "uvboard.v1.AccountService.Login": true,
	"uvboard.v1.AccountService.GetSession":       true,
	"uvboard.v1.AccountService.CreateFirstAdmin": true, "uvboard.v1.AccountService.LoginWithSecondFactor": true,
	"uvboard.v1.PasskeyService.FinishPasskeyLogin": true,
	"uvboard.v1.ContactService.SendContactMessage": true, "uvboard.v1.ContactService.ListContactMessages": true,
	"uvboard.v1.ContactService.UpdateContactMessage": true,
	// The address that the board shows to everybody.
	"uvboard.v1.BoardService.GetBoard": true, "uvboard.v1.BoardService.UpdateBoard": true,
	"uvboard.v1.BoardService.GetBoardSettings": true,
	"uvboard.v1.DonationService.ListDonations": true,
	"uvboard.v1.AdminService.ListAdminUsers":   true, "uvboard.v1.AdminService.SetUserAdmin": true,
	"uvboard.v1.AdminService.SetUserRole": true, "uvboard.v1.WeeklyService.ListWeeklySubscribers": true,
}

// A response without an email field cannot reveal an address.
// spec: entity2.user.email
func TestResponsesHaveNoEmailField(t *testing.T) {
	for method := range apitest.Methods() {
		if path := emailIn(method.Output(), map[protoreflect.FullName]bool{}); path != "" &&
			!allowed[method.FullName()] {
			t.Errorf("%s has %s in its response", method.FullName(), path)
		}
	}
	// The search must be able to find a field.
	if path := emailIn(new(pb.RegisterRequest).ProtoReflect().Descriptor(),
		map[protoreflect.FullName]bool{}); path != "email" {
		t.Errorf("in a request with an email, found %q", path)
	}
}

// emailIn returns the path of an email field in a message or in the messages it contains, or "".
func emailIn(message protoreflect.MessageDescriptor, seen map[protoreflect.FullName]bool) string {
	if seen[message.FullName()] {
		return ""
	}
	seen[message.FullName()] = true
	for i := range message.Fields().Len() {
		field := message.Fields().Get(i)
		// a switch of emails is no address
		if field.Kind() != protoreflect.BoolKind && strings.Contains(string(field.Name()), "email") {
			return string(field.Name())
		}
		if inner := field.Message(); inner != nil {
			if path := emailIn(inner, seen); path != "" {
				return string(field.Name()) + "." + path
			}
		}
	}
	return ""
}
