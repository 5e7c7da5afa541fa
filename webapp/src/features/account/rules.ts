// Loaded after the form is on screen: the rules and what reads them weigh more than the screen itself.
import { create } from "@bufbuild/protobuf";
import {
  ConfirmPasswordResetRequestSchema,
  LoginRequestSchema,
  RegisterRequestSchema,
  RequestPasswordResetRequestSchema,
} from "../../gen/rules/uvboard/v1/account_service_pb";
import { validate } from "../../lib/validate";

export const checkLogin = (values: { username: string; password: string }) =>
  validate(LoginRequestSchema, create(LoginRequestSchema, values));

export const checkRegister = (values: { username: string; email: string; password: string }) =>
  validate(
    RegisterRequestSchema,
    create(RegisterRequestSchema, { username: values.username, email: values.email, password: values.password }),
  );

export const checkForgotten = (values: { email: string }) =>
  validate(RequestPasswordResetRequestSchema, create(RequestPasswordResetRequestSchema, values));

export const checkReset = (values: { token: string; password: string }) =>
  validate(ConfirmPasswordResetRequestSchema, create(ConfirmPasswordResetRequestSchema, values));
