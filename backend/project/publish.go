package project

import (
	"errors"
	"strings"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/reflect/protoreflect"

	"uvboard/backend/platform/enumname"
	"uvboard/backend/platform/fault"
	"uvboard/ent"
	pb "uvboard/gen/uvboard/v1"
)

// CheckPublic checks that a project has what a public one needs. Fault: invalid, with every field that it lacks.
func CheckPublic(p *ent.Project) error { return checkPublic(nil, p, false) }

// checkPublic checks a project that is or becomes public by the rules of CreateProjectRequest. A project that was
// public may still lack what it lacked then, as imported ones do. was is nil for a new project; complete says that the
// long form sent it.
func checkPublic(was, p *ent.Project, complete bool) error {
	had := map[string]bool{}
	if was != nil && willShow(was) {
		lacks, err := missing(was, false)
		if err != nil {
			return err
		}
		for _, m := range lacks {
			had[m.field] = true
		}
	}
	lacks, err := missing(p, complete)
	if err != nil {
		return err
	}
	var refusal *fault.Fault
	for _, m := range lacks {
		switch {
		case had[m.field]:
		case refusal == nil:
			refusal = fault.Of(fault.Invalid(m.field, m.message))
		default:
			refusal.Reject(m.field, m.message)
		}
	}
	if refusal == nil {
		return nil
	}
	return refusal
}

type lack struct{ field, message string }

// missing returns what a project lacks to be public.
func missing(p *ent.Project, complete bool) ([]lack, error) {
	in := &pb.ProjectInput{
		Title: &p.Title, Tagline: &p.Tagline, Description: &p.Description, Logo: &p.Logo,
		PrimaryCategory: new(enumname.Enum[pb.Category](p.PrimaryCategory)),
		Stage:           new(enumname.Enum[pb.Stage](p.Stage)),
		VibeTools:       &pb.VibeToolList{Values: enumname.Enums[pb.VibeTool](p.VibeTools)},
	}
	if complete {
		in.SubmitMode = pb.SubmitMode_SUBMIT_MODE_COMPLETE
	}
	request := &pb.CreateProjectRequest{Project: in}
	whole := request.ProtoReflect().Descriptor()
	err := protovalidate.Validate(request, protovalidate.WithFilter(protovalidate.FilterFunc(
		func(_ protoreflect.Message, d protoreflect.Descriptor) bool { return d == whole })))
	invalid, ok := errors.AsType[*protovalidate.ValidationError](err)
	if !ok {
		return nil, err
	}
	lacks := make([]lack, len(invalid.Violations))
	for i, v := range invalid.Violations {
		field := strings.TrimPrefix(v.Proto.GetRuleId(), "project.")
		lacks[i] = lack{fault.FieldPath(nil, field), v.Proto.GetMessage()}
	}
	return lacks, nil
}
