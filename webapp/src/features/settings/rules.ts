// Loaded after the forms are on screen: the rules and what reads them weigh more than the screen itself.
import { create } from "@bufbuild/protobuf";
import {
  ChangeEmailRequestSchema,
  ChangePasswordRequestSchema,
  CreateTokenRequestSchema,
  DeleteAccountRequestSchema,
} from "../../gen/rules/uvboard/v1/account_service_pb";
import { validate } from "../../lib/validate";

export const checkPassword = (values: { currentPassword: string; newPassword: string }) =>
  validate(
    ChangePasswordRequestSchema,
    create(ChangePasswordRequestSchema, { currentPassword: values.currentPassword, newPassword: values.newPassword }),
  );

export const checkEmail = (values: { newEmail: string; password: string }) =>
  validate(
    ChangeEmailRequestSchema,
    create(ChangeEmailRequestSchema, { newEmail: values.newEmail.trim(), password: values.password }),
  );

export const checkToken = (token: { name: string; expiresInDays: number }) =>
  validate(CreateTokenRequestSchema, create(CreateTokenRequestSchema, token));

export const checkDeletion = (deletion: { id: string; password: string; content: number }) =>
  validate(DeleteAccountRequestSchema, create(DeleteAccountRequestSchema, deletion));
