// What the dialog for another name says.

export const WHICH_NAME = "Under which name?";
export const NAME_HERE = "Name at this table";
export const ASK_FOR_SEAT = "Ask for the seat";
