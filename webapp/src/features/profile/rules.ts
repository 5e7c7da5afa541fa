// Loaded with the dialog that needs them.
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { UserInputSchema } from "../../gen/rules/uvboard/v1/user_pb";
import { validate } from "../../lib/validate";

export const checkProfile = (input: MessageInitShape<typeof UserInputSchema>) =>
  validate(UserInputSchema, create(UserInputSchema, input));
