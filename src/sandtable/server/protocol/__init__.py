"""What server and browser say to each other: the bodies of the REST calls and the messages of a table's WebSocket.

A client opens `/ws/tables/{id}`, sends `Hello` first and is answered with `Welcome` and `Position`. After that every
request carries a number of its own and is answered by an `Answer` with the same number; whenever the game goes on, all
sockets of the table get `Happened` and an `Update`, each as its seat may know it and in its language. A client that
cannot apply an update, because it is based on another position than the one it has, asks with `LookAs` for a new one.
"""

from sandtable.server.protocol.answers import (
    Advice,
    Answer,
    FactLine,
    HexAnswer,
    HintAnswer,
    OddsAnswer,
    OutcomeBar,
    OverlayAnswer,
    PreviewAnswer,
    ServerMessage,
    SightAnswer,
    SightStep,
    UnitAnswer,
    WhyAnswer,
)
from sandtable.server.protocol.book import Book, ChartCard, HeadCard, LitBy, PhaseCard, RowCard, RuleCard
from sandtable.server.protocol.common import ClockPlan, Clocks, Lang, Message, Mode, Problem, Scalar
from sandtable.server.protocol.lobby import (
    Credentials,
    DialCard,
    InvitationCard,
    Keys,
    LessonCard,
    LetterWish,
    Named,
    NewLesson,
    NewTable,
    Person,
    Reach,
    ScenarioCard,
    SeatPlan,
    StopLetters,
    TableCard,
    TitleCard,
)
from sandtable.server.protocol.messages import CardChange, Happened, Position, Presence, Spoken, Update, Welcome
from sandtable.server.protocol.requests import (
    AskHex,
    AskHint,
    AskOdds,
    AskOverlay,
    AskPreview,
    AskReplay,
    AskSight,
    AskUnit,
    AskWhy,
    Choose,
    Claim,
    ClientMessage,
    Decline,
    Grant,
    Hello,
    LookAs,
    OfferDraw,
    Plead,
    Redo,
    Request,
    Resign,
    Speak,
    Undo,
)
from sandtable.server.protocol.shown import (
    BadgeCard,
    Card,
    Chat,
    Colours,
    FormalityCard,
    FormationCard,
    LessonMark,
    LogLine,
    Narrowing,
    OfferGroup,
    OrderCard,
    OverlayCard,
    Picture,
    PleaCard,
    Question,
    Sign,
    Status,
    SumLine,
)

__all__ = [
    "Advice", "Answer", "AskHex", "AskHint", "AskOdds", "AskOverlay", "AskPreview", "AskReplay", "AskSight",
    "AskUnit", "AskWhy", "BadgeCard", "Book", "Card", "CardChange", "ChartCard", "Chat", "Choose", "Claim",
    "ClientMessage", "ClockPlan", "Clocks", "Colours", "Credentials", "Decline", "DialCard", "FactLine",
    "FormalityCard", "FormationCard", "Grant", "Happened", "HeadCard", "Hello", "HexAnswer", "HintAnswer",
    "InvitationCard", "Keys", "Lang", "LessonCard", "LessonMark", "LetterWish", "LitBy", "LogLine", "LookAs",
    "Message", "Mode", "Named", "Narrowing", "NewLesson", "NewTable", "OddsAnswer", "OfferDraw", "OfferGroup",
    "OrderCard", "OutcomeBar", "OverlayAnswer", "OverlayCard", "Person", "PhaseCard", "Picture", "PleaCard", "Plead",
    "Position", "Presence", "PreviewAnswer", "Problem", "Question", "Reach", "Redo", "Request", "Resign", "RowCard",
    "RuleCard", "Scalar", "ScenarioCard", "SeatPlan", "ServerMessage", "SightAnswer", "SightStep", "Sign", "Speak",
    "Spoken", "Status", "StopLetters", "SumLine", "TableCard", "TitleCard", "Undo", "UnitAnswer", "Update", "Welcome",
    "WhyAnswer",
]  # fmt: skip
