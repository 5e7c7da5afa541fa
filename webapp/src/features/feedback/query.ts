import { ProjectListType } from "../../gen/uvboard/v1/project_pb";

/** The request for the projects that wait for an answer, longest first. */
export const waitingInput = { type: ProjectListType.WAITING, pageSize: 10, pageToken: "" };
