"""The same two sentences in many languages, to see what a tokenizer charges for each.

Written and translated for this project, in everyday words.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parallel:
    """``script`` is Unicode's name for most of its letters; ``scripts`` are all that it uses."""

    language: str
    script: str
    text: str
    more_scripts: tuple[str, ...] = ()

    @property
    def scripts(self) -> tuple[str, ...]:
        return (self.script, *self.more_scripts)


ENGLISH = Parallel(
    "English",
    "Latin",
    "Today the weather is good. My mother drinks tea, and my brother reads a book.",
)

PARALLEL: tuple[Parallel, ...] = (
    ENGLISH,
    Parallel(
        "Spanish", "Latin", "Hoy hace buen tiempo. Mi madre bebe té y mi hermano lee un libro."
    ),
    Parallel(
        "Portuguese", "Latin", "Hoje o tempo está bom. Minha mãe bebe chá e meu irmão lê um livro."
    ),
    Parallel(
        "French",
        "Latin",
        "Aujourd'hui, il fait beau. Ma mère boit du thé et mon frère lit un livre.",
    ),
    Parallel(
        "Italian",
        "Latin",
        "Oggi il tempo è bello. Mia madre beve il tè e mio fratello legge un libro.",
    ),
    Parallel(
        "German",
        "Latin",
        "Heute ist das Wetter gut. Meine Mutter trinkt Tee, und mein Bruder liest ein Buch.",
    ),
    Parallel("Finnish", "Latin", "Tänään sää on hyvä. Äitini juo teetä, ja veljeni lukee kirjaa."),
    Parallel(
        "Turkish", "Latin", "Bugün hava güzel. Annem çay içiyor, erkek kardeşim kitap okuyor."
    ),
    Parallel(
        "Vietnamese", "Latin", "Hôm nay thời tiết đẹp. Mẹ tôi uống trà, còn anh trai tôi đọc sách."
    ),
    Parallel(
        "Indonesian",
        "Latin",
        "Hari ini cuacanya bagus. Ibu saya minum teh, dan saudara laki-laki saya membaca buku.",
    ),
    Parallel(
        "Swahili",
        "Latin",
        "Leo hali ya hewa ni nzuri. Mama yangu anakunywa chai, na kaka yangu anasoma kitabu.",
    ),
    Parallel(
        "Russian", "Cyrillic", "Сегодня хорошая погода. Моя мама пьёт чай, а мой брат читает книгу."
    ),
    Parallel(
        "Ukrainian", "Cyrillic", "Сьогодні гарна погода. Моя мама п'є чай, а мій брат читає книгу."
    ),
    Parallel(
        "Greek",
        "Greek",
        "Σήμερα ο καιρός είναι καλός. Η μητέρα μου πίνει τσάι και ο αδελφός μου διαβάζει "
        "ένα βιβλίο.",
    ),
    Parallel(
        "Armenian",
        "Armenian",
        "Այսօր եղանակը լավ է։ Մայրս թեյ է խմում, իսկ եղբայրս գիրք է կարդում։",
    ),
    Parallel(
        "Georgian",
        "Georgian",
        "დღეს კარგი ამინდია. დედაჩემი ჩაის სვამს, ჩემი ძმა კი წიგნს კითხულობს.",
    ),
    Parallel("Hebrew", "Hebrew", "היום מזג האוויר טוב. אמא שלי שותה תה, ואחי קורא ספר."),
    Parallel("Arabic", "Arabic", "الطقس جميل اليوم. أمي تشرب الشاي، وأخي يقرأ كتابًا."),
    Parallel(
        "Persian",
        "Arabic",
        "امروز هوا خوب است. مادرم چای می\u200cنوشد و برادرم کتاب می\u200cخواند.",
    ),
    Parallel(
        "Urdu", "Arabic", "آج موسم اچھا ہے۔ میری ماں چائے پیتی ہے اور میرا بھائی کتاب پڑھتا ہے۔"
    ),
    Parallel("Hindi", "Devanagari", "आज मौसम अच्छा है। मेरी माँ चाय पीती है और मेरा भाई किताब पढ़ता है।"),
    Parallel("Bengali", "Bengali", "আজ আবহাওয়া ভালো। আমার মা চা খান, আর আমার ভাই বই পড়ে।"),
    Parallel("Gujarati", "Gujarati", "આજે હવામાન સારું છે. મારી મા ચા પીએ છે અને મારો ભાઈ પુસ્તક વાંચે છે."),
    Parallel("Panjabi", "Gurmukhi", "ਅੱਜ ਮੌਸਮ ਚੰਗਾ ਹੈ। ਮੇਰੀ ਮਾਂ ਚਾਹ ਪੀਂਦੀ ਹੈ ਅਤੇ ਮੇਰਾ ਭਰਾ ਕਿਤਾਬ ਪੜ੍ਹਦਾ ਹੈ।"),
    Parallel(
        "Tamil",
        "Tamil",
        "இன்று வானிலை நன்றாக இருக்கிறது. என் அம்மா தேநீர் குடிக்கிறார், என் அண்ணன் புத்தகம் படிக்கிறார்.",
    ),
    Parallel("Telugu", "Telugu", "ఈరోజు వాతావరణం బాగుంది. మా అమ్మ టీ తాగుతుంది, మా అన్నయ్య పుస్తకం చదువుతాడు."),
    Parallel(
        "Kannada", "Kannada", "ಇಂದು ಹವಾಮಾನ ಚೆನ್ನಾಗಿದೆ. ನನ್ನ ತಾಯಿ ಚಹಾ ಕುಡಿಯುತ್ತಾರೆ, ನನ್ನ ಅಣ್ಣ ಪುಸ್ತಕ ಓದುತ್ತಾನೆ."
    ),
    Parallel(
        "Malayalam", "Malayalam", "ഇന്ന് കാലാവസ്ഥ നല്ലതാണ്. എന്റെ അമ്മ ചായ കുടിക്കുന്നു, എന്റെ സഹോദരൻ പുസ്തകം വായിക്കുന്നു."
    ),
    Parallel("Thai", "Thai", "วันนี้อากาศดี แม่ของฉันดื่มชา และพี่ชายของฉันอ่านหนังสือ"),
    Parallel(
        "Burmese", "Myanmar", "ဒီနေ့ ရာသီဥတု ကောင်းတယ်။ ကျွန်တော့်အမေက လက်ဖက်ရည် သောက်ပြီး ကျွန်တော့်အစ်ကိုက စာအုပ် ဖတ်တယ်။"
    ),
    Parallel("Khmer", "Khmer", "ថ្ងៃនេះអាកាសធាតុល្អ។ ម្ដាយរបស់ខ្ញុំផឹកតែ ហើយបងប្រុសរបស់ខ្ញុំអានសៀវភៅ។"),
    Parallel("Amharic", "Ethiopic", "ዛሬ አየሩ ጥሩ ነው። እናቴ ሻይ ትጠጣለች፣ ወንድሜም መጽሐፍ ያነባል።"),
    Parallel("Korean", "Hangul", "오늘은 날씨가 좋아요. 어머니는 차를 마시고, 형은 책을 읽어요."),
    Parallel(
        "Japanese", "Hiragana", "今日は天気がいいです。母はお茶を飲み、兄は本を読みます。", ("Han",)
    ),
    Parallel("Chinese", "Han", "今天天气很好。我妈妈喝茶，我哥哥看书。"),
)
"""English first; then by script, those that share one together."""
